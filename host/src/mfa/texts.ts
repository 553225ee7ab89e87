import { addTexts, textOf, textRevision$, useValue } from '@kituo/sdk';
import { useCallback } from 'react';

// Loaded with these steps alone: the start of everybody else does not carry them.
const NAMESPACE = 'host-mfa';

const en = {
  startAgain: 'Back to sign-in',
  next: 'Continue',
  failed: 'That did not work. Check the network and try again.',
  code: {
    title: 'Enter your code',
    text: 'Open your authenticator app and type the six digits it shows for Kituo.',
    label: 'Security code',
    short: 'The code has six digits',
    submit: 'Verify',
    lost: 'Use a recovery code',
  },
  recovery: {
    title: 'Use a recovery code',
    text: 'One of the ten codes you kept when you bound your authenticator. Each works once.',
    label: 'Recovery code',
    blank: 'Type a recovery code',
    back: 'Use the authenticator',
    left_one: '{{count}} recovery code is left.',
    left_other: '{{count}} recovery codes are left.',
    few: 'Renew your authenticator in the settings to get ten new ones.',
  },
  validate: {
    title: 'Confirm it is you',
    text: 'A code is sent to you. It works for 5 minutes.',
    by: 'Send it by',
    EMAIL: 'E-mail to {{destination}}',
    MOBILE: 'SMS to {{destination}}',
    none: 'No e-mail address or phone of yours can receive a code. Ask your administrator.',
    send: 'Send code',
    sentTo: 'Sent to {{destination}}.',
    again: 'Send again',
    againIn: 'Send again in {{wait}}',
    label: 'Verification code',
  },
  bind: {
    title: 'Bind an authenticator',
    must: 'Your account signs in with an authenticator app. Bind it once, then a code of six digits follows your password.',
    step1:
      'Install an authenticator app on your phone, such as Google Authenticator, Microsoft Authenticator or Aegis.',
    step2: 'Scan the QR code with it, or type the key.',
    step3: 'Type the six digits it shows.',
    qr: 'QR code for {{name}}',
    key: 'Key',
    keyHidden: 'Hidden',
    left: 'This QR code works for {{wait}}',
    over: 'This QR code is over.',
    refresh: 'Refresh QR code',
    away: 'Hidden while you are in another window',
    verify: 'Verify',
  },
  codes: {
    title: 'Keep your recovery codes',
    text: 'Without your phone, each of these signs you in once. They are shown this once: print them or copy them to a safe place, not to the phone.',
    list: 'Recovery codes',
    paper: 'Kituo recovery codes of {{name}}. Each works once.',
    copy: 'Copy all',
    copied: 'Copied',
    notCopied: 'The browser refused to copy. Print them or write them down.',
    print: 'Print',
    kept: 'I have kept them',
  },
  settings: {
    title: 'Authenticator',
    bound: 'Bound {{when}}.',
    unbound: 'Not bound. With one, your password alone opens nothing.',
    required: 'Your role signs in with an authenticator.',
    bind: 'Bind authenticator',
    renew: 'Renew authenticator',
    renewTitle: 'Renew the authenticator?',
    renewText: 'Your current authenticator stops working once the new one is verified. Continue?',
    renewConfirm: 'Continue',
    password: 'Your password',
    passwordText: 'First your password, so that nobody binds a phone at an unlocked screen.',
    passwordBlank: 'Password cannot be blank',
    cancel: 'Cancel',
    done: 'Authenticator bound. Other sessions were ended.',
    unread: 'The state of your authenticator could not be read.',
    retry: 'Retry',
  },
};

const zh: typeof en = {
  startAgain: '返回登录',
  next: '继续',
  failed: '操作未成功，请检查网络后重试。',
  code: {
    title: '输入安全码',
    text: '打开身份验证器应用，输入其中 Kituo 的六位数字。',
    label: '安全码',
    short: '安全码为六位数字',
    submit: '验证',
    lost: '使用恢复码',
  },
  recovery: {
    title: '使用恢复码',
    text: '绑定身份验证器时保存的十个恢复码之一，每个仅可使用一次。',
    label: '恢复码',
    blank: '请输入恢复码',
    back: '使用身份验证器',
    left_one: '剩余 {{count}} 个恢复码。',
    left_other: '剩余 {{count}} 个恢复码。',
    few: '请在设置中更换身份验证器，以获取十个新的恢复码。',
  },
  validate: {
    title: '确认是您本人',
    text: '将向您发送验证码，5 分钟内有效。',
    by: '发送方式',
    EMAIL: '邮件至 {{destination}}',
    MOBILE: '短信至 {{destination}}',
    none: '您没有可接收验证码的邮箱或手机，请联系管理员。',
    send: '发送验证码',
    sentTo: '已发送至 {{destination}}。',
    again: '重新发送',
    againIn: '{{wait}} 后可重新发送',
    label: '验证码',
  },
  bind: {
    title: '绑定身份验证器',
    must: '您的账号需使用身份验证器登录。绑定一次后，输入密码后再输入六位数字即可。',
    step1:
      '在手机上安装身份验证器应用，例如 Google Authenticator、Microsoft Authenticator 或 Aegis。',
    step2: '用应用扫描二维码，或手动输入密钥。',
    step3: '输入应用显示的六位数字。',
    qr: '{{name}} 的二维码',
    key: '密钥',
    keyHidden: '已隐藏',
    left: '二维码有效时间 {{wait}}',
    over: '二维码已失效。',
    refresh: '刷新二维码',
    away: '切换到其他窗口时隐藏',
    verify: '验证',
  },
  codes: {
    title: '保存恢复码',
    text: '手机不在身边时，每个恢复码可登录一次。恢复码仅显示这一次：请打印或复制到安全的地方，不要存在手机上。',
    list: '恢复码',
    paper: '{{name}} 的 Kituo 恢复码，每个仅可使用一次。',
    copy: '全部复制',
    copied: '已复制',
    notCopied: '浏览器不允许复制，请打印或抄写。',
    print: '打印',
    kept: '我已保存',
  },
  settings: {
    title: '身份验证器',
    bound: '绑定于 {{when}}。',
    unbound: '未绑定。绑定后，仅凭密码无法登录。',
    required: '您的角色需使用身份验证器登录。',
    bind: '绑定身份验证器',
    renew: '更换身份验证器',
    renewTitle: '更换身份验证器？',
    renewText: '新的身份验证器验证通过后，当前的将停止使用。是否继续？',
    renewConfirm: '继续',
    password: '您的密码',
    passwordText: '请先输入密码，以防他人在未锁定的屏幕上绑定手机。',
    passwordBlank: '密码不能为空',
    cancel: '取消',
    done: '身份验证器已绑定，其他会话已结束。',
    unread: '无法读取身份验证器状态。',
    retry: '重试',
  },
};

addTexts(NAMESPACE, 'en', en);
addTexts(NAMESPACE, 'zh', zh);

export type MfaText = (key: string, values?: Readonly<Record<string, string | number>>) => string;

export function useMfaText(): MfaText {
  const revision = useValue(textRevision$);
  // A new function per revision, so that memoised children notice a change of language.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  return useCallback((key, values) => textOf(NAMESPACE, key, values), [revision]);
}
