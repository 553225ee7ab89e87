/** What is told to people outside of the console, and whether it holds a code. */
export type MessageKind =
  | 'signIn.code'
  | 'password.changed'
  | 'password.reset'
  | 'password.resetLink'
  | 'password.firstLink'
  | 'mfa.bound'
  | 'mfa.reset'
  | 'mfa.recoveryCodeUsed';

export interface MessageText {
  readonly subject: string;
  readonly body: string;
}

type Texts = Readonly<Record<'en' | 'zh', MessageText>>;

const texts: Readonly<Record<MessageKind, Texts>> = {
  'signIn.code': {
    en: {
      subject: 'Your Kituo code',
      body: '{code} is your Kituo code. It is valid for 5 minutes. Do not share it with anyone.',
    },
    zh: {
      subject: '您的 Kituo 验证码',
      body: 'Kituo 验证码：{code}，5 分钟内有效。同事不会向您索要验证码。',
    },
  },
  'password.changed': {
    en: {
      subject: 'Your Kituo password was changed',
      body: '{name}, your password was changed at {when}. Your other sessions were ended. If this was not you, contact your administrator immediately.',
    },
    zh: {
      subject: '您的 Kituo 密码已修改',
      body: '{name}，您的密码已于 {when} 修改，其他会话已结束。如非本人操作，请立即联系管理员。',
    },
  },
  'password.reset': {
    en: {
      subject: 'Your Kituo password was reset',
      body: '{name}, an administrator reset your password at {when}. They will give you a one-time password. Choose your own at the next sign-in.',
    },
    zh: {
      subject: '您的 Kituo 密码已重置',
      body: '{name}，管理员已于 {when} 重置您的密码，并将告知一次性密码。请在下次登录时设置新密码。',
    },
  },
  'password.firstLink': {
    en: {
      subject: 'Your Kituo account',
      body: '{name}, your Kituo account is ready. Open {link} to set a password. The link works once, for an hour. Do not share it with anyone.',
    },
    zh: {
      subject: '您的 Kituo 账号',
      body: '{name}，您的 Kituo 账号已创建。请打开 {link} 设置密码，一小时内有效，仅可使用一次。同事不会向您索要该链接。',
    },
  },
  'password.resetLink': {
    en: {
      subject: 'Choose a new Kituo password',
      body: '{name}, an administrator reset your password at {when}. Open {link} to set a new one. The link works once, for an hour. Do not share it with anyone.',
    },
    zh: {
      subject: '请设置新的 Kituo 密码',
      body: '{name}，管理员已于 {when} 重置您的密码。请打开 {link} 设置新密码，一小时内有效，仅可使用一次。同事不会向您索要该链接。',
    },
  },
  'mfa.bound': {
    en: {
      subject: 'Authenticator set up for your Kituo account',
      body: '{name}, an authenticator was set up for your account at {when}. Your other sessions were ended. If this was not you, contact your administrator immediately.',
    },
    zh: {
      subject: '您的 Kituo 账号已绑定身份验证器',
      body: '{name}，您的账号已于 {when} 绑定身份验证器，其他会话已结束。如非本人操作，请立即联系管理员。',
    },
  },
  'mfa.reset': {
    en: {
      subject: 'Your Kituo authenticator was reset',
      body: '{name}, an administrator reset your authenticator at {when}. Set up a new one at the next sign-in.',
    },
    zh: {
      subject: '您的 Kituo 身份验证器已重置',
      body: '{name}，管理员已于 {when} 重置您的身份验证器，请在下次登录时重新绑定。',
    },
  },
  'mfa.recoveryCodeUsed': {
    en: {
      subject: 'A recovery code of your Kituo account was used',
      body: '{name}, a recovery code was used to sign in at {when}. Codes left: {left}. If this was not you, contact your administrator immediately.',
    },
    zh: {
      subject: '您的 Kituo 恢复码已被使用',
      body: '{name}，您的恢复码已于 {when} 用于登录，剩余 {left} 个。如非本人操作，请立即联系管理员。',
    },
  },
};

const fill = (text: string, facts: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => facts[name] ?? whole);

export function messageText(
  kind: MessageKind,
  lang: 'en' | 'zh',
  facts: Readonly<Record<string, string>>,
): MessageText {
  const { subject, body } = texts[kind][lang];
  return { subject, body: fill(body, facts) };
}
