/** Value, English, Chinese, colour of the tag. */
export type DictionaryEntry = readonly [
  value: string,
  en: string,
  zh: string,
  tagColour: 'none' | 'primary' | 'success' | 'warning' | 'danger',
];
