/** What a generated page is. */
export type PageKind = 'list' | 'form' | 'table';

const KINDS: readonly PageKind[] = ['list', 'form', 'table', 'list', 'form', 'table', 'table'];
export const PAGES_A_PLUGIN = KINDS.length;
const ROWS = 50;

/** Kind of the page with this number, counted from 0. */
export function kindOf(page: number): PageKind {
  return KINDS[page % KINDS.length] ?? 'table';
}

/**
 * Source of a page that looks and weighs like a real one. `[data-bench="answer"]` is a button whose click
 * shows in its own text, which is how the bench knows that a page is alive.
 */
export function pageSource(component: string, kind: PageKind, seed: number): string {
  if (kind === 'form') return formPage(component, seed);
  return kind === 'list' ? listPage(component, seed) : tablePage(component, seed);
}

const ANSWER = `
  const [answers, setAnswers] = useState(0);
  const answer = (
    <Button data-bench="answer" intent="primary" onClick={() => setAnswers(answers + 1)}>
      {t('answer', { count: answers })}
    </Button>
  );`;

function listPage(component: string, seed: number): string {
  return `import { Button, formatMoney, InputGroup, StatusTag, useText } from '@kituo/sdk';
import { useMemo, useState } from 'react';
import { cases } from '../cases.ts';

export function ${component}() {
  const t = useText();
  const [wanted, setWanted] = useState('');${ANSWER}
  const found = useMemo(
    () => cases(${seed}, ${ROWS}).filter((one) => one.customer.toLowerCase().includes(wanted.toLowerCase())),
    [wanted],
  );
  return (
    <section aria-labelledby="heading">
      <h1 id="heading">{t('page${seed % PAGES_A_PLUGIN}')}</h1>
      {answer}
      <InputGroup
        aria-label={t('search')}
        value={wanted}
        onChange={(event) => setWanted(event.currentTarget.value)}
      />
      <ul>
        {found.map((one) => (
          <li key={one.caseNo}>
            <strong>{one.customer}</strong> {formatMoney(one.outstandingCents)}{' '}
            <StatusTag tone={one.overdueDays > 30 ? 'failed' : 'attention'} text={t('overdue', { days: one.overdueDays })} />
          </li>
        ))}
      </ul>
    </section>
  );
}
`;
}

function tablePage(component: string, seed: number): string {
  return `import { Button, formatMoney, StatusTag, useText } from '@kituo/sdk';
import { count, defineColumns, money, text } from '@kituo/sdk/page';
import { useState } from 'react';
import { cases, type Case } from '../cases.ts';

const columns = defineColumns<Case>([
  text('caseNo'),
  text('customer'),
  money('outstandingCents'),
  count('overdueDays'),
]);

export function ${component}() {
  const t = useText();${ANSWER}
  return (
    <section aria-labelledby="heading">
      <h1 id="heading">{t('page${seed % PAGES_A_PLUGIN}')}</h1>
      {answer}
      <table data-columns={columns.length}>
        <thead>
          <tr>
            <th scope="col">{t('caseNo')}</th>
            <th scope="col">{t('customer')}</th>
            <th scope="col">{t('outstanding')}</th>
            <th scope="col">{t('state')}</th>
          </tr>
        </thead>
        <tbody>
          {cases(${seed}, ${ROWS}).map((one) => (
            <tr key={one.caseNo}>
              <td>{one.caseNo}</td>
              <td>{one.customer}</td>
              <td>{formatMoney(one.outstandingCents)}</td>
              <td>
                <StatusTag tone={one.overdueDays > 30 ? 'failed' : 'active'} text={t('overdue', { days: one.overdueDays })} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
`;
}

function formPage(component: string, seed: number): string {
  return `import { Button, FormGroup, InputGroup, showToast, useText } from '@kituo/sdk';
import { type FormEvent, useState } from 'react';

const FIELDS = ['customer', 'caseNo', 'remark', 'phone', 'amount'] as const;

export function ${component}() {
  const t = useText();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});${ANSWER}
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const missing = FIELDS.filter((field) => (values[field] ?? '').trim() === '');
    showToast({ type: missing.length > 0 ? 3 : 1, text: t(missing.length > 0 ? 'incomplete' : 'saved') });
  };
  return (
    <form aria-labelledby="heading" onSubmit={submit}>
      <h1 id="heading">{t('page${seed % PAGES_A_PLUGIN}')}</h1>
      {answer}
      {FIELDS.map((field) => (
        <FormGroup key={field} label={t(field)} labelFor={'${component}-' + field}>
          <InputGroup
            id={'${component}-' + field}
            value={values[field] ?? ''}
            onChange={(event) => setValues({ ...values, [field]: event.currentTarget.value })}
          />
        </FormGroup>
      ))}
      <Button type="submit">{t('save')}</Button>
    </form>
  );
}
`;
}

/** Rows that are the same on every run. */
export const CASES_SOURCE = `export interface Case {
  readonly caseNo: string;
  readonly customer: string;
  readonly outstandingCents: number;
  readonly overdueDays: number;
}

const NAMES = ['Achieng Otieno', 'Baraka Mwangi', 'Chebet Koech', 'Dalmas Wafula', 'Esther Njeri'];

export function cases(seed: number, count: number): Case[] {
  return Array.from({ length: count }, (_, index) => ({
    caseNo: 'C' + String(seed * 1000 + index).padStart(8, '0'),
    customer: NAMES[(seed + index) % NAMES.length] + ' ' + index,
    outstandingCents: ((seed * 7919 + index * 104729) % 5000000) + 10000,
    overdueDays: (seed * 31 + index * 17) % 90,
  }));
}
`;
