/* Before the first paint: the theme, the tiles and, where the address names none, the language chosen on this device. A
   plain script, so that it runs at once. */
(() => {
  try {
    const root = document.documentElement;
    const theme = localStorage.getItem("fives.theme");
    const tiles = localStorage.getItem("fives.tiles");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    const lang = localStorage.getItem("fives.lang");
    const { pathname, search, hash } = location;
    const named = (pathname !== "/" && pathname !== "/rules/") || new URLSearchParams(search).has("lang");
    if (!named && lang !== root.lang && (lang === "en" || lang === "ko" || lang === "ja")) {
      location.replace(`/${lang}${pathname}${hash}`);
    }
    if (tiles === "classic" || tiles === "contrast" || tiles === "numerals") root.dataset.tiles = tiles;
  } catch {
    // Nothing is kept here: the system's choices hold.
  }
})();
