/** Its own wildcards taken literally. */
const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** A `LIKE` pattern that finds the text anywhere. */
export const anywhere = (text: string): string => `%${literally(text)}%`;

/** A `LIKE` pattern that finds what begins with the text. */
export const beginning = (text: string): string => `${literally(text)}%`;

/** A `LIKE` pattern of the whole text. */
export const whole = (text: string): string => literally(text);
