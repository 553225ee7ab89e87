import { createHash } from 'node:crypto';
import { escapeHtml } from '../../../http/escape-html.ts';
import { shownDay, shownTime } from '../../platform/policy/index.ts';
import { payScript, payStyle } from './pay-assets.ts';
import { PAY_TEXTS, type PayLanguage, type PayNotice } from './pay-texts.ts';
import type { PayView } from './pay-view.ts';

const versionOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 12);
const STYLE = `/pay/page.css?v=${versionOf(payStyle)}`;
const SCRIPT = `/pay/page.js?v=${versionOf(payScript)}`;

interface PayPage {
  readonly language: PayLanguage;
  /** What the button sends: one press, one request, however often it is repeated. */
  readonly requestKey: string;
  readonly notice?: PayNotice | undefined;
}

const kes = (cents: number): string =>
  `KES ${new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 }).format(cents / 100)}`;

/** The page of a link in the state that it is in; `unknown` and `limited` say nothing of any link. Pure. */
export function payHtml(view: PayView | { readonly state: 'unknown' | 'limited' }, page: PayPage): string {
  const t = PAY_TEXTS[page.language];
  const other = page.language === 'en' ? 'sw' : 'en';
  const body = view.state === 'open' ? openCard(view, page) : stateCard(view, page.language);
  const help = 'hotline' in view && view.hotline !== null ? helpLine(view.hotline, page.language) : '';
  const lender = 'lender' in view ? t.lender(view.lender) : t.title;
  return `<!doctype html>
<html lang="${page.language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(lender)}</title>
<link rel="stylesheet" href="${STYLE}"><script src="${SCRIPT}" defer></script></head>
<body><header class="top"><strong>${escapeHtml(lender)}</strong><a href="?lang=${other}" lang="${other}" hreflang="${other}">${t.other}</a></header>
<main data-state="${view.state}" aria-live="polite">${body}</main>${help}</body></html>`;
}

function helpLine(hotline: string, language: PayLanguage): string {
  const shown = `+${escapeHtml(hotline)}`;
  return `<footer class="soft help">${PAY_TEXTS[language].help} <a href="tel:${shown}">${shown}</a></footer>`;
}

function openCard(view: Extract<PayView, { state: 'open' }>, { language, requestKey, notice }: PayPage): string {
  const t = PAY_TEXTS[language];
  const shown = notice ?? view.notice;
  const bills = view.bills.map(({ dueDate, isOverdue, amountCents }) => {
    const day = shownDay(dueDate);
    return `<li><span>${isOverdue ? t.overdue(day) : t.due(day)}</span><span>${kes(amountCents)}</span></li>`;
  });
  const rest = view.surplusCents > 0 ? `<li><span>${t.rest}</span><span>${kes(view.surplusCents)}</span></li>` : '';
  return `<div class="card">${shown ? `<p class="note" role="status">${t.notices[shown]}</p>` : ''}
<h1>${t.title}</h1><p class="amount">${kes(view.amountCents)}</p>
<h2>${t.pays}</h2><ul>${bills.join('')}${rest}</ul>
${view.isPrompted ? promptForm(requestKey, t.button, t.phone(view.phone)) : ''}${byHand(view.paybill, language)}
<p class="soft until">${t.until(shownTime(view.expiresAt))}</p></div>`;
}

const promptForm = (requestKey: string, button: string, phone: string): string =>
  `<form method="post"><input type="hidden" name="key" value="${requestKey}"><button type="submit">${button}</button></form>
<p class="soft">${escapeHtml(phone)}</p>`;

function byHand(
  paybill: { readonly shortCode: string; readonly account: string } | null,
  language: PayLanguage,
): string {
  if (!paybill) return '';
  const t = PAY_TEXTS[language];
  const pair = (name: string, value: string) => `<div class="pair"><dt>${name}</dt><dd>${escapeHtml(value)}</dd></div>`;
  return `<h2>${t.byHand}</h2><dl>${pair(t.paybill, paybill.shortCode)}${pair(t.account, paybill.account)}</dl>`;
}

function stateCard(
  view: Exclude<PayView, { state: 'open' }> | { readonly state: 'unknown' | 'limited' },
  language: PayLanguage,
): string {
  const t = PAY_TEXTS[language];
  const [title, text] = t[view.state];
  const amount =
    view.state === 'waiting' || view.state === 'paid' ? `<p class="amount">${kes(view.amountCents)}</p>` : '';
  const receipt =
    view.state === 'paid' && view.receipt !== null
      ? `<dl><div class="pair"><dt>${t.receipt}</dt><dd>${escapeHtml(view.receipt)}</dd></div></dl>`
      : '';
  const again = view.state === 'waiting' ? `<a class="again" href="?lang=${language}">${t.refresh}</a>` : '';
  const paybill = view.state === 'expired' ? byHand(view.paybill, language) : '';
  return `<div class="card"><h1>${title}</h1>${amount}<p>${text}</p>${receipt}${again}${paybill}</div>`;
}
