/** What may be sent to customers: templates alone, never free text. `{name}` is a variable. */
export const SMS_TEMPLATES: Readonly<Record<string, { readonly en: string; readonly sw: string }>> = {
  DUE_REMINDER: {
    en: 'Dear {name}, KES {due} is due on {dueDate}. Pay by M-Pesa, account {code}.',
    sw: 'Mpendwa {name}, KES {due} inapaswa kulipwa {dueDate}. Lipa kwa M-Pesa, akaunti {code}.',
  },
  OVERDUE_NOTICE: {
    en: 'Dear {name}, your loan is {dpd} days overdue. Please pay KES {due} by M-Pesa, account {code}.',
    sw: 'Mpendwa {name}, mkopo wako umechelewa siku {dpd}. Tafadhali lipa KES {due} kwa M-Pesa, akaunti {code}.',
  },
  PROMISE_REMINDER: {
    en: 'Dear {name}, you promised to pay KES {promised} today. M-Pesa account {code}.',
    sw: 'Mpendwa {name}, uliahidi kulipa KES {promised} leo. Akaunti ya M-Pesa {code}.',
  },
  REPAYMENT_CODE: {
    en: 'Dear {name}, your M-Pesa account for repayments is {code}.',
    sw: 'Mpendwa {name}, akaunti yako ya M-Pesa ya kulipa ni {code}.',
  },
  ORDER_RETURNED: {
    en: 'Dear {name}, application {order}: {what}',
    sw: 'Mpendwa {name}, ombi {order}: {what}',
  },
};

/** The text of a template; null where there is no such template. */
export function smsText(
  templateCode: string,
  language: 'en' | 'sw',
  values: Readonly<Record<string, string>>,
): string | null {
  const text = SMS_TEMPLATES[templateCode]?.[language];
  return text?.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '') ?? null;
}
