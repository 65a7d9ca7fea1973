/**
 * The page of the rules, as this device has chosen to see pages; its language is the one that was asked for.
 * @module
 */

import { show } from "./prefs.js";

show();
