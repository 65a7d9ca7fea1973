/* Before the first paint: the theme and the tiles chosen on this device. A plain script, so that it runs at once. */
(() => {
  try {
    const root = document.documentElement;
    const theme = localStorage.getItem("fives.theme");
    const tiles = localStorage.getItem("fives.tiles");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    if (tiles === "classic" || tiles === "contrast" || tiles === "numerals") root.dataset.tiles = tiles;
  } catch {
    // Nothing is kept here: the system's choices hold.
  }
})();
