/**
 * The page of the rules, as this device has chosen to see pages.
 * @module
 */

import { keep, show } from "./prefs.js";

show();
// Where the address names no language, the browser's own is shown, and nobody has chosen it.
if (location.pathname !== "/rules/") keep("lang", document.documentElement.lang);
