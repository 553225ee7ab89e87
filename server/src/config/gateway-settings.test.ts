import { expect, it } from 'vitest';
import { readSettings, SettingsError } from './settings.ts';

const problemsOf = (env: Record<string, string>): string[] => {
  try {
    readSettings(env);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems.map(({ name }) => name);
    throw error;
  }
};

it('has no gateways where none is set, and keeps the door of callbacks shut', () => {
  const { gateways } = readSettings({ PORT: '8081' });
  expect(gateways).toMatchObject({ mpesa: undefined, sms: undefined, mail: undefined });
  expect(gateways.publicUrl).toBe('http://127.0.0.1:8081');
  expect(gateways.callbackSecret.length).toBeGreaterThanOrEqual(24);
  expect(readSettings({}).gateways.callbackSecret).not.toBe(gateways.callbackSecret);
});

it('takes a gateway whole', () => {
  const KITUO_CALLBACK_SECRET = 'a-secret-that-nobody-can-guess';
  const keys = { SMS_URL: 'https://sms.example/', SMS_USERNAME: 'u', SMS_API_KEY: 'k' };
  const env = { ...keys, KITUO_CALLBACK_SECRET };
  expect(readSettings({ ...env, SMS_SENDER: 'KITUO' }).gateways.sms?.url).toBe('https://sms.example');
  expect(problemsOf(env)).toEqual(['SMS_SENDER']);
  // Its reports come to an address that has to outlive this process.
  expect(problemsOf({ ...keys, SMS_SENDER: 'KITUO' })).toEqual(['KITUO_CALLBACK_SECRET']);
});

it('tells of every wrong variable at once, and of no secret', () => {
  const env = {
    SMTP_URL: 'https://mail.example',
    MAIL_FROM: 'x',
    KITUO_CALLBACK_SECRET: 'short',
    KITUO_PUBLIC_URL: 'nowhere',
    MPESA_URL: 'https://mpesa.example',
    MPESA_CERTIFICATE: '/no/such/file.pem',
  };
  const names = problemsOf(env);
  expect(names).toEqual(
    expect.arrayContaining([
      'SMTP_URL',
      'KITUO_CALLBACK_SECRET',
      'KITUO_PUBLIC_URL',
      'MPESA_CONSUMER_SECRET',
      'MPESA_CERTIFICATE',
    ]),
  );
  expect(() => readSettings(env)).not.toThrow(/"short"/);
});
