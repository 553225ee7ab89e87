import type { Endpoint } from '@kituo/sdk/contracts';
import type { List } from '../../../lists/index.ts';
import type { RevealField, RevealKind } from './kinds.ts';
import { revealOf } from './reveal-of.ts';

const VALUES: Readonly<Record<RevealField, RevealKind['title']>> = {
  customerName: { en: 'Name', zh: '姓名' },
  phone: { en: 'Phone', zh: '手机号' },
  idCardNo: { en: 'ID number', zh: '身份证号' },
  bankAccount: { en: 'Account number', zh: '账号' },
  email: { en: 'Email', zh: '邮箱' },
  address: { en: 'Address', zh: '地址' },
  contacts: { en: 'Contact', zh: '联系人' },
  location: { en: 'Location', zh: '位置' },
};

/**
 * The masked values of a list's rows in full, for those who hold the list's page: one kind a field, `<name>.<field>`,
 * as the page's column names it.
 *
 * @example rowReveals(withdrawals, { name: 'withdrawal', title, page: wallet.withdrawalPage, fields: { phone: 'phone' } })
 */
export function rowReveals<Stored>(
  list: Pick<List<unknown, never, unknown, Stored>, 'stored'>,
  of: {
    readonly name: string;
    /** What the rows are called. */
    readonly title: RevealKind['title'];
    readonly page: Pick<Endpoint, 'name' | 'access'>;
    /** Which of a role's fields each takes. */
    readonly fields: { readonly [Field in keyof Stored & string]?: RevealField };
  },
): RevealKind[] {
  const { access } = of.page;
  if (typeof access === 'string') throw new Error(`${of.page.name}: whoever reads it does not hold a page`);
  return Object.entries<RevealField | undefined>(of.fields).flatMap(([name, field]) => {
    if (field === undefined) return [];
    const title = {
      en: `${VALUES[field].en} on ${of.title.en}`,
      zh: `${of.title.zh}${VALUES[field].zh}`,
    };
    const valueOf = (stored: Stored): string | null => {
      const value = stored[name as keyof Stored];
      return typeof value === 'string' ? value : null;
    };
    return [revealOf(list, { kind: `${of.name}.${name}`, title, field, access, valueOf })];
  });
}
