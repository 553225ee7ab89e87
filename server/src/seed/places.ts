import { FLAGS } from './language-flags.ts';

/** Organisations, merchants, departments and languages of the demonstration lender. */
export const ORGANIZATIONS = [
  { orgNo: 'O001', orgName: 'Kituo Credit Kenya', parentOrgNo: null },
  { orgNo: 'O002', orgName: 'Nairobi Head Office', parentOrgNo: 'O001' },
  { orgNo: 'O003', orgName: 'Mombasa Branch', parentOrgNo: 'O001' },
  { orgNo: 'O004', orgName: 'Kisumu Branch', parentOrgNo: 'O001' },
] as const;

const company = { companyCode: '14', companyName: 'Kituo Credit Kenya Ltd' } as const;

export const MERCHANTS = [
  { merchantNo: 'M0001', merchantName: 'Haraka Mkopo', orgNo: 'O002', orgName: 'Nairobi Head Office', ...company },
  { merchantNo: 'M0002', merchantName: 'Jirani Credit', orgNo: 'O003', orgName: 'Mombasa Branch', ...company },
  { merchantNo: 'M0003', merchantName: 'Soko Advance', orgNo: 'O004', orgName: 'Kisumu Branch', ...company },
];

/** Number, name, number of the parent, user who leads it. */
export const DEPARTMENTS = [
  ['D0001', 'Head Office', null, 'U000001'],
  ['D0002', 'Loan Review', 'D0001', 'U000012'],
  ['D0003', 'Disbursement', 'D0001', 'U000016'],
  ['D0004', 'Repayment', 'D0001', 'U000018'],
  ['D0005', 'Collection', 'D0001', 'U000020'],
  ['D0006', 'Early Collection', 'D0005', 'U000021'],
  ['D0007', 'Late Collection', 'D0005', 'U000026'],
  ['D0008', 'Telemarketing', 'D0001', 'U000030'],
  ['D0009', 'Customer Service', 'D0001', 'U000034'],
  ['D0010', 'Finance', 'D0001', 'U000008'],
  ['D0011', 'Growth and Operations', 'D0001', 'U000010'],
  ['D0012', 'Technology', 'D0001', 'U000011'],
] as const;

export const LANGUAGES = [
  {
    languageCode: 'en',
    flag: FLAGS.en,
    languageName: 'English',
    baseCode: null,
    sort: 1,
    isDefault: true,
    isEnabled: true,
  },
  {
    languageCode: 'zh',
    flag: FLAGS.zh,
    languageName: '中文',
    baseCode: 'en',
    sort: 2,
    isDefault: false,
    isEnabled: true,
  },
  {
    languageCode: 'ke',
    flag: FLAGS.ke,
    languageName: 'English (Kenya)',
    baseCode: 'en',
    sort: 3,
    isDefault: false,
    isEnabled: true,
  },
  {
    languageCode: 'sw',
    flag: FLAGS.sw,
    languageName: 'Kiswahili',
    baseCode: 'en',
    sort: 4,
    isDefault: false,
    isEnabled: false,
  },
  {
    languageCode: 'vi',
    flag: FLAGS.vi,
    languageName: 'Tiếng Việt',
    baseCode: 'en',
    sort: 5,
    isDefault: false,
    isEnabled: false,
  },
];
