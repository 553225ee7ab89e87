/**
 * What looks like personal data whatever the filter is called: a phone number, an ID number, an e-mail
 * address. Pages say which of their filters are personal; this catches the one that forgot.
 */
const personal = [/(?<!\d)(?:\+?254|0)[17]\d{8}(?!\d)/, /^\d{7,9}$/, /[^\s@]+@[^\s@]+\.[^\s@]+/];

export function holdsPersonalData(filters: Readonly<Record<string, string>>): string | null {
  const found = Object.entries(filters).find(([, text]) =>
    personal.some((pattern) => pattern.test(text.replace(/[\s-]/g, ''))),
  );
  return found?.[0] ?? null;
}
