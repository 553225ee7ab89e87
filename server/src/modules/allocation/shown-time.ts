const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Nairobi',
  hour: '2-digit',
  minute: '2-digit',
});

/** `14:05` in Nairobi, as messages name a moment of the day. */
export function shownTime(instant: Date): string {
  return clock.format(instant);
}
