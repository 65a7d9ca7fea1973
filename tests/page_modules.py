"""Modules of a page to be made one: what the tests of packing share."""

from __future__ import annotations

# Imports by name, by another name and whole, in both orders, through a module that hands on; each runs once.
MODULES = {
    "top.js": 'import { a, b as c } from "./left.js";\nimport * as right from "./right.js";\n'
              'import { one } from "./hands-on.js";\n\n'
              'globalThis.ran.push("top", a(), c, right.D, one, new right.E().f);\n',
    "left.js": 'import { one } from "./base.js";\n\n/**\n * export const no = "told";\n */\nexport function a() {\n'
               '  return one + 1;\n}\nexport const b = one + 2;\nglobalThis.ran.push("left");\n',
    "right.js": 'import { a } from "./left.js";\nexport const D = a() + 10;\nexport class E {\n  f = "import";\n}\n'
                'globalThis.ran.push("right");\n',
    "hands-on.js": 'export { one } from "./base.js";\n/** @type {number} */ globalThis.ran.push("hands-on");\n',
    "base.js": 'export const one = 1;\nglobalThis.ran.push("base");\n',
}
