/** When something was, as lists tell it: minutes and hours for games under way, else the day. */
import { h } from '../dom.js';
import { ago, date } from '../text.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The beginning of a day on this device. @param {number} at */
const dayOf = (at) => new Date(at).setHours(0, 0, 0, 0);

/**
 * @param {number} at
 * @param {number} now
 * @param {{isLive?: boolean}} [options]
 */
export function whenText(at, now, { isLive = false } = {}) {
  const past = Math.max(0, now - at);
  if (isLive && past < MINUTE) return ago(0, 'second');
  if (isLive && past < HOUR) return ago(Math.floor(past / MINUTE), 'minute');
  if (isLive && past < 24 * HOUR) return ago(Math.floor(past / HOUR), 'hour');
  // Rounded, as some days have 23 or 25 hours.
  const days = Math.round((dayOf(now) - dayOf(at)) / (24 * HOUR));
  if (days < 2) return ago(Math.max(0, days), 'day');
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return date(new Date(at), { day: 'numeric', month: 'long', ...(isThisYear ? {} : { year: 'numeric' }) });
}

/** A moment on the page. @param {number} at @param {string} text */
export const timeElement = (at, text) => h('time', { datetime: new Date(at).toISOString() }, text);
