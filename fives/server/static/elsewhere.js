/**
 * A page for what is not there: in the language that was chosen on this device, once.
 * @module
 */

import { recall } from "./prefs.js";

const lang = recall("lang");
const url = new URL(location.href);
if (lang && lang !== document.documentElement.lang && !url.searchParams.has("lang")) {
  url.searchParams.set("lang", lang);
  location.replace(url);
}
