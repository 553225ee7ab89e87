/** Value, English, Chinese, colour of the tag; false at the end: shown, and nobody chooses it. */
export type DictionaryEntry = readonly [
  value: string,
  en: string,
  zh: string,
  tagColour: 'none' | 'primary' | 'success' | 'warning' | 'danger',
  isEnabled?: false,
];
