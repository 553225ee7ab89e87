/** `05:30`: how long somebody has to wait. */
export function minutesAndSeconds(totalSeconds: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(Math.floor(totalSeconds / 60))}:${two(totalSeconds % 60)}`;
}
