import * as contracts from '../../sdk/src/contracts/index.ts';

/** As many as a large section has. */
export const MANY_PAGES = 31;
const CONTRACTS = 60;
const PARTS = 12;
const PARTS_A_PAGE = 3;

/** Files of a generated plugin by path, and which of its texts each page shows. */
export interface ManyPages {
  readonly pages: readonly string[];
  /** The whole plugin; with a page's name, a plugin of that page alone with its texts alone. */
  files(only?: string): Readonly<Record<string, string>>;
}

/**
 * A plugin of 31 pages that call endpoints of 60 contracts, each of five that others have as well. They weigh like the
 * lighter of the real ones.
 */
export function manyPages(): ManyPages {
  const families = callable();
  const pages = Array.from({ length: MANY_PAGES }, (_, index) => makePage(index, families));
  return {
    pages: pages.map(({ name }) => name),
    files(only) {
      const shown = pages.filter(({ name }) => only === undefined || name === only);
      const modules = shown.map(({ name, file, source }) => ({ name, file, source }));
      const keys = [...new Set(['section', ...shown.flatMap((page) => page.keys)])];
      return {
        ...SHARED,
        'package.json': JSON.stringify({ name: '@kituo/plugin-many', private: true, type: 'module' }),
        'plugin.json': JSON.stringify(descriptionOf(shown)),
        'locales/en.json': JSON.stringify(textsOf(keys, 'en')),
        'locales/zh.json': JSON.stringify(textsOf(keys, 'zh')),
        'src/plugin.ts': `import { definePlugin } from '@kituo/sdk';
export const plugin = definePlugin({ pages: { ${modules.map(({ name, file }) => `${name}: () => import('./pages/${file}')`).join(', ')} } });
`,
        ...Object.fromEntries(modules.map(({ file, source }) => [`src/pages/${file}`, source])),
      };
    },
  };
}

interface Page {
  readonly name: string;
  readonly file: string;
  readonly source: string;
  readonly keys: readonly string[];
}

interface Family {
  readonly name: string;
  readonly queries: readonly string[];
  readonly commands: readonly string[];
}

/** The SDK's contracts that have endpoints, and some of what others have, until there are 60. */
function callable(): Family[] {
  const all = Object.entries(contracts).flatMap(([name, family]): Family[] => {
    if (typeof family !== 'object' || Object.prototype.toString.call(family) !== '[object Module]') return [];
    const of = (kinds: readonly string[]) =>
      Object.entries(family).flatMap(([key, value]: [string, unknown]) =>
        typeof value === 'object' && value !== null && 'kind' in value && kinds.includes(String(value.kind))
          ? [key]
          : [],
      );
    const [queries, commands] = [of(['query']), of(['command', 'signal'])];
    const values = Object.entries(family).flatMap(([key, value]: [string, unknown]) =>
      typeof value === 'object' ? [key] : [],
    );
    return [{ name, queries: queries.length + commands.length > 0 ? queries : values.slice(0, 1), commands }];
  });
  const withCalls = all.toSorted((a, b) => b.queries.length + b.commands.length - a.queries.length - a.commands.length);
  return withCalls.slice(0, CONTRACTS);
}

function makePage(index: number, families: readonly Family[]): Page {
  const name = `ManyPage${index + 1}`;
  const id = `p${String(index).padStart(2, '0')}`;
  const own = [0, 1, 2, 17, 40].flatMap((step) => families[(index * 2 + step) % families.length] ?? []);
  const calls = own.flatMap(({ name: family, queries, commands }) => ({
    family,
    query: queries[index % Math.max(1, queries.length)],
    command: commands[index % Math.max(1, commands.length)],
  }));
  const parts = Array.from({ length: PARTS_A_PAGE }, (_, step) => (index + step * 5) % PARTS);
  const fields = Array.from({ length: 32 }, (_, step) => `fact${(index * 17 + step * 3) % 320}`);
  const texts = Array.from({ length: 100 }, (_, step) => `text${step}`);
  const dictionaries = [index % 8, (index + 3) % 8].map((number) => `MANY_STATE_${'ABCDEFGH'[number]}`);
  const actions = calls.flatMap(({ command }, step) => (command === undefined ? [] : [`${id}Act${step}`]));
  const keys = [
    ...fields.map((field) => `field.${field}`),
    ...texts.map((text) => `${id}.${text}`),
    ...dictionaries.flatMap((one) => CODES.map((code) => `${one}.${code}`)),
    ...actions.flatMap((action) => ['label', 'title', 'submit', 'done'].map((part) => `action.${action}.${part}`)),
    ...parts.map((part) => `part.say${part}`),
  ];
  const used = [...new Set(calls.map(({ family }) => family))];
  const source = `import { Button, formatMoney, StatusTag, useText } from '@kituo/sdk';
import { ${used.join(', ')} } from '@kituo/sdk/contracts';
import { DataTable, DetailDrawer, defineColumns, defineDictionary, FormDialog, ListPage, money, status, text, time, useAction, useDetail } from '@kituo/sdk/page';
import { useMemo, useState } from 'react';
${parts.map((part) => `import { Part${part} } from '../parts/part-${part}.tsx';`).join('\n')}

${dictionaries.map((one, step) => `const words${step} = defineDictionary('${one}', { ${CODES.map((code) => `${code}: 'good'`).join(', ')} });`).join('\n')}
const columns = defineColumns([
${fields.map((field, step) => `  ${['text', 'money', 'time'][step % 3]}('${field}', { width: ${90 + step * 7} }),`).join('\n')}
  status('state', words0), status('kind', words1),
]);

export function ${name}Page() {
  const t = useText();
  const [opened, setOpened] = useState(null);
${calls.map(({ family, query }, step) => (query === undefined ? '' : `  const detail${step} = useDetail(${family}.${query}, opened && { no: opened.no${step} });`)).join('\n')}
${calls.map(({ family, command }, step) => (command === undefined ? '' : `  const act${step} = useAction({ name: '${id}Act${step}', endpoint: ${family}.${command}, request: (row, values) => ({ no: row.no${step}, ...values }), isAllowed: (row) => row.allowed.includes('${command}') });`)).join('\n')}
  const bounds = ${JSON.stringify(Object.fromEntries(fields.map((field, step) => [field, { least: step * 37 + index, most: step * 911 + index * 13, hint: `${id}.text${step}` }])))};
  const sum = useMemo(() => (opened === null ? 0 : ${fields.map((field) => `(opened.${field} ?? 0)`).join(' + ')}), [opened]);
  return (
    <ListPage title={t('${id}.text0')}>
${texts
  .slice(1)
  .map(
    (one, step) =>
      `      ${['<p className="kp-muted">{t(\'TEXT\')}</p>', "<h2>{t('TEXT', { count: sum })}</h2>", "<Button onClick={() => setOpened(null)}>{t('TEXT')}</Button>"][step % 3]?.replace('TEXT', `${id}.${one}`)}`,
  )
  .join('\n')}
      <DataTable columns={columns} label={formatMoney(sum)} onOpen={setOpened} />
${parts.map((part) => `      <Part${part} of={opened} />`).join('\n')}
${calls
  .map(({ command }, step) =>
    command === undefined
      ? ''
      : `      <FormDialog action={act${step}} fields={(f) => <>${fields
          .slice(step * 5, step * 5 + 5)
          .map((field) => `<f.text name="${field}" isRequired hint={t(bounds.${field}.hint)} />`)
          .join('')}</>} />`,
  )
  .join('\n')}
      <DetailDrawer detail={detail0} isOpen={opened !== null} title={t('${id}.text1')} onClose={() => setOpened(null)}>
        {(found) => <StatusTag tone="good" text={String(found)} />}
      </DetailDrawer>
    </ListPage>
  );
}
`;
  return { name, file: `many-${index + 1}.page.tsx`, source, keys };
}

const CODES = ['NEW', 'WAITING', 'ACCEPTED', 'REFUSED', 'ENDED'];

/** Parts that several pages draw. */
const SHARED = Object.fromEntries(
  Array.from({ length: PARTS }, (_, part) => [
    `src/parts/part-${part}.tsx`,
    `import { formatDate, Money, useText } from '@kituo/sdk';

export function Part${part}(props) {
  const t = useText();
  const rows = Object.entries(props.of ?? {}).filter(([name]) => name.length > ${part});
  return (
    <section className="part-${part}" aria-label={t('part.say${part}')}>
      {rows.map(([name, value]) => (
        <p key={name} data-part={${part}}>
          {typeof value === 'number' ? <Money cents={value * ${part + 1}} /> : formatDate(String(value).slice(${part}))}
        </p>
      ))}
    </section>
  );
}
`,
  ]),
);

function descriptionOf(pages: readonly Page[]) {
  return {
    name: 'many',
    version: '1.0.0',
    sdk: '^0.1.0',
    publisher: 'bench',
    section: { path: 'ManySystem', titleKey: 'section' },
    pages: pages.map(({ name, file, keys }) => ({
      name,
      path: `/AdminContent/ManySystem/${name}`,
      titleKey: keys.find((key) => key.endsWith('.text0')),
      module: `src/pages/${file}`,
    })),
    locales: ['en', 'zh'],
  };
}

const WORDS = {
  en: 'order amount borrower agent approved refused waiting today several due before payment account bill merchant number with after of the not yet sent changed by person'.split(
    ' ',
  ),
  zh: '订单 金额 借款人 代理 已通过 已拒绝 等待 今天 若干 到期 之前 付款 账户 账单 商户 编号 以及 之后 的 未 已发送 已修改 由 人员'.split(
    ' ',
  ),
};

/** Texts of one to seven words, the same for a key on every run. */
function textsOf(keys: readonly string[], language: 'en' | 'zh'): Record<string, unknown> {
  const all: Record<string, unknown> = {};
  for (const key of keys) {
    let seed = [...key].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003, 7);
    const next = () => (seed = (seed * 48_271) % 2_147_483_647);
    const words = WORDS[language];
    const said = Array.from({ length: 1 + (next() % 7) }, () => words[next() % words.length]);
    const parts = key.split('.');
    let group = all;
    for (const part of parts.slice(0, -1)) {
      const inner = group[part] ?? {};
      group[part] = inner;
      group = inner as Record<string, unknown>;
    }
    group[parts.at(-1) ?? key] = said.join(language === 'en' ? ' ' : '');
  }
  return all;
}
