import type { messageTemplate } from '@kituo/sdk/contracts';

type Texts = messageTemplate.MessageTexts;

/** To people of the lender, by e-mail or SMS alike. */
const TO_STAFF: Readonly<Record<string, Pick<Texts, 'subjectEn' | 'en' | 'subjectZh' | 'zh'>>> = {
  SIGN_IN_CODE: {
    subjectEn: 'Your Kituo code',
    en: '{{code}} is your Kituo code. It is valid for 5 minutes. Do not share it with anyone.',
    subjectZh: '您的 Kituo 验证码',
    zh: 'Kituo 验证码：{{code}}，5 分钟内有效。同事不会向您索要验证码。',
  },
  PASSWORD_CHANGED: {
    subjectEn: 'Your Kituo password was changed',
    en: '{{name}}, your password was changed at {{when}}. Your other sessions were ended. If this was not you, contact your administrator immediately.',
    subjectZh: '您的 Kituo 密码已修改',
    zh: '{{name}}，您的密码已于 {{when}} 修改，其他会话已结束。如非本人操作，请立即联系管理员。',
  },
  PASSWORD_RESET: {
    subjectEn: 'Your Kituo password was reset',
    en: '{{name}}, an administrator reset your password at {{when}}. They will give you a one-time password. Choose your own at the next sign-in.',
    subjectZh: '您的 Kituo 密码已重置',
    zh: '{{name}}，管理员已于 {{when}} 重置您的密码，并将告知一次性密码。请在下次登录时设置新密码。',
  },
  PASSWORD_FIRST_LINK: {
    subjectEn: 'Your Kituo account',
    en: '{{name}}, your Kituo account is ready. Open {{link}} to set a password. The link works once, for an hour. Do not share it with anyone.',
    subjectZh: '您的 Kituo 账号',
    zh: '{{name}}，您的 Kituo 账号已创建。请打开 {{link}} 设置密码，一小时内有效，仅可使用一次。同事不会向您索要该链接。',
  },
  PASSWORD_RESET_LINK: {
    subjectEn: 'Choose a new Kituo password',
    en: '{{name}}, an administrator reset your password at {{when}}. Open {{link}} to set a new one. The link works once, for an hour. Do not share it with anyone.',
    subjectZh: '请设置新的 Kituo 密码',
    zh: '{{name}}，管理员已于 {{when}} 重置您的密码。请打开 {{link}} 设置新密码，一小时内有效，仅可使用一次。同事不会向您索要该链接。',
  },
  MFA_BOUND: {
    subjectEn: 'Authenticator set up for your Kituo account',
    en: '{{name}}, an authenticator was set up for your account at {{when}}. Your other sessions were ended. If this was not you, contact your administrator immediately.',
    subjectZh: '您的 Kituo 账号已绑定身份验证器',
    zh: '{{name}}，您的账号已于 {{when}} 绑定身份验证器，其他会话已结束。如非本人操作，请立即联系管理员。',
  },
  MFA_RESET: {
    subjectEn: 'Your Kituo authenticator was reset',
    en: '{{name}}, an administrator reset your authenticator at {{when}}. Set up a new one at the next sign-in.',
    subjectZh: '您的 Kituo 身份验证器已重置',
    zh: '{{name}}，管理员已于 {{when}} 重置您的身份验证器，请在下次登录时重新绑定。',
  },
  MFA_RECOVERY_CODE_USED: {
    subjectEn: 'A recovery code of your Kituo account was used',
    en: '{{name}}, a recovery code was used to sign in at {{when}}. Codes left: {{left}}. If this was not you, contact your administrator immediately.',
    subjectZh: '您的 Kituo 恢复码已被使用',
    zh: '{{name}}，您的恢复码已于 {{when}} 用于登录，剩余 {{left}} 个。如非本人操作，请立即联系管理员。',
  },
  SHIFT_CHANGED: {
    subjectEn: 'Your shift has changed',
    en: '{{name}}, your shift has changed. Before: {{was}}. Now: {{now}}. See My schedule for details.',
    subjectZh: '您的班次已变更',
    zh: '{{name}}，您的班次已变更。原班次：{{was}}；现班次：{{now}}。详情见“我的排班”。',
  },
  REPORT_READY: {
    subjectEn: '{{report}}: {{title}}',
    en: '{{name}}, your file of “{{title}}” ({{report}}, {{from}} to {{to}}) is ready. Sign in and open Jobs in the top bar to download it within {{hours}} hours: {{link}}',
    subjectZh: '{{report}}：{{title}}',
    zh: '{{name}}，“{{title}}”（{{report}}，{{from}} 至 {{to}}）的文件已生成。请登录后在顶栏“任务”中下载，{{hours}} 小时内有效：{{link}}',
  },
};

const TO_CUSTOMERS: Readonly<Record<string, Pick<Texts, 'en' | 'sw'>>> = {
  DUE_REMINDER: {
    en: 'Dear {{name}}, KES {{due}} is due on {{dueDate}}. Pay by M-Pesa, account {{code}}.',
    sw: 'Mpendwa {{name}}, KES {{due}} inapaswa kulipwa {{dueDate}}. Lipa kwa M-Pesa, akaunti {{code}}.',
  },
  OVERDUE_NOTICE: {
    en: 'Dear {{name}}, your loan is {{dpd}} days overdue. Please pay KES {{due}} by M-Pesa, account {{code}}.',
    sw: 'Mpendwa {{name}}, mkopo wako umechelewa siku {{dpd}}. Tafadhali lipa KES {{due}} kwa M-Pesa, akaunti {{code}}.',
  },
  PROMISE_REMINDER: {
    en: 'Dear {{name}}, you promised to pay KES {{promised}} today. M-Pesa account {{code}}.',
    sw: 'Mpendwa {{name}}, uliahidi kulipa KES {{promised}} leo. Akaunti ya M-Pesa {{code}}.',
  },
  REPAYMENT_CODE: {
    en: 'Dear {{name}}, your M-Pesa account for repayments is {{code}}.',
    sw: 'Mpendwa {{name}}, akaunti yako ya M-Pesa ya kulipa ni {{code}}.',
  },
  PAYMENT_LINK: {
    en: 'Dear {{name}}, pay KES {{amount}} by M-Pesa: {{link}} Valid until {{until}} today.',
    sw: 'Mpendwa {{name}}, lipa KES {{amount}} kwa M-Pesa: {{link}} Hadi saa {{until}} leo.',
  },
  PAYOFF_QUOTE: {
    en: 'Dear {{name}}, KES {{amount}} paid on {{day}} settles your loan {{order}}. M-Pesa account {{code}}.',
    sw: 'Mpendwa {{name}}, KES {{amount}} ukilipa {{day}} inamaliza mkopo wako {{order}}. Akaunti ya M-Pesa {{code}}.',
  },
  VERIFICATION_CODE: {
    en: '{{code}} is your code. It is valid for {{minutes}} minutes. Do not share it with anyone.',
    sw: '{{code}} ni nambari yako ya siri. Itatumika kwa dakika {{minutes}}. Usimpe mtu yeyote.',
  },
  ORDER_RETURNED: {
    en: 'Dear {{name}}, application {{order}}: {{what}}',
    sw: 'Mpendwa {{name}}, ombi {{order}}: {{what}}',
  },
  ORDER_APPROVED: {
    en: 'Dear {{name}}, your loan {{order}} of KES {{amount}} is approved. We are sending the money.',
    sw: 'Mpendwa {{name}}, mkopo wako {{order}} wa KES {{amount}} umeidhinishwa. Tunatuma pesa.',
  },
  ORDER_DECLINED: {
    en: 'Dear {{name}}, we could not approve application {{order}}. Main reasons: {{reasons}}. You may apply again from {{applyFrom}}.',
    sw: 'Mpendwa {{name}}, hatukuweza kuidhinisha ombi {{order}}. Sababu kuu: {{reasons}}. Unaweza kuomba tena kuanzia {{applyFrom}}.',
  },
  DISBURSED: {
    en: 'Dear {{name}}, we sent you KES {{amount}}. Your first payment is due on {{dueDate}}, M-Pesa account {{code}}.',
    sw: 'Mpendwa {{name}}, tumekutumia KES {{amount}}. Malipo ya kwanza ni {{dueDate}}, akaunti ya M-Pesa {{code}}.',
  },
  ORDER_CANCELLED: {
    en: 'Dear {{name}}, loan {{order}} of KES {{amount}} could not be paid out and is cancelled. You owe nothing for it.',
    sw: 'Mpendwa {{name}}, mkopo {{order}} wa KES {{amount}} haukuweza kutumwa na umefutwa. Hudaiwi chochote kwa huo.',
  },
  BILL_DUE_IN_3: {
    en: 'Dear {{name}}, KES {{due}} is due on {{dueDate}}. Pay by M-Pesa, account {{code}}.',
    sw: 'Mpendwa {{name}}, KES {{due}} inapaswa kulipwa {{dueDate}}. Lipa kwa M-Pesa, akaunti {{code}}.',
  },
  BILL_OVERDUE: {
    en: 'Dear {{name}}, KES {{due}} was due on {{dueDate}}. Please pay by M-Pesa, account {{code}}.',
    sw: 'Mpendwa {{name}}, KES {{due}} ilipaswa kulipwa {{dueDate}}. Tafadhali lipa kwa M-Pesa, akaunti {{code}}.',
  },
  REPAID: {
    en: 'Dear {{name}}, payment {{term}} of loan {{order}} is complete. Thank you.',
    sw: 'Mpendwa {{name}}, malipo {{term}} ya mkopo {{order}} yamekamilika. Asante.',
  },
  WITHDRAWAL_CANCELLED: {
    en: 'Dear {{name}}, your withdrawal of KES {{amount}} did not go through and is cancelled. The money is in your wallet.',
    sw: 'Mpendwa {{name}}, KES {{amount}} ulizotaka kutoa hazikutumwa na ombi limefutwa. Pesa ziko kwenye pochi yako.',
  },
  REFUND_SUCCESS: {
    en: 'Dear {{name}}, we sent you a refund of KES {{amount}}.',
    sw: 'Mpendwa {{name}}, tumekurudishia KES {{amount}}.',
  },
  COUPON_GRANTED: {
    en: 'Dear {{name}}, you have a coupon: {{coupon}}. Use it until {{until}}.',
    sw: 'Mpendwa {{name}}, una kuponi: {{coupon}}. Itumie hadi {{until}}.',
  },
  LIMIT_EXPIRING: {
    en: 'Dear {{name}}, your extra limit of KES {{limit}} ends on {{until}}.',
    sw: 'Mpendwa {{name}}, kikomo chako cha ziada cha KES {{limit}} kinaisha {{until}}.',
  },
  VIP_LEVEL_LOWERED: {
    en: 'Dear {{name}}, your level changed from {{before}} to {{level}}. Pay on time to rise again.',
    sw: 'Mpendwa {{name}}, kiwango chako kimebadilika kutoka {{before}} hadi {{level}}. Lipa kwa wakati ili upande tena.',
  },
  FEEDBACK_ANSWERED: {
    en: 'Dear {{name}}, our answer to {{about}}: {{answer}}',
    sw: 'Mpendwa {{name}}, jibu letu kuhusu {{about}}: {{answer}}',
  },
  FEEDBACK_ANSWERED_APP: {
    en: 'Our answer to {{about}}: {{answer}}',
    sw: 'Jibu letu kuhusu {{about}}: {{answer}}',
  },
};

const blank = { merchantNos: [], en: '', sw: '', zh: '', subjectEn: '', subjectSw: '', subjectZh: '' };

/** What a template that comes with the product says until somebody writes a version of it; null for others. */
export function builtInTexts(templateCode: string, templateName: string): Texts | null {
  const toCustomers = TO_CUSTOMERS[templateCode];
  if (toCustomers) return { ...blank, ...toCustomers, templateName };
  const toStaff = TO_STAFF[templateCode.replace(/_(EMAIL|SMS)$/, '')];
  return toStaff ? { ...blank, ...toStaff, templateName } : null;
}
