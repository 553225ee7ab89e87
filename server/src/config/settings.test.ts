import { isAbsolute, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSettings, SettingsError, type Environment } from './settings.ts';

const root = join(import.meta.dirname, '../../..');

function problemsOf(env: Environment): SettingsError {
  try {
    readSettings(env);
  } catch (error) {
    if (error instanceof SettingsError) return error;
  }
  throw new Error('These settings were accepted.');
}

describe('defaults', () => {
  test('an empty environment is complete', () => {
    const { gateways, ...rest } = readSettings({});
    expect(gateways.mpesa).toBeUndefined();
    expect(rest).toEqual({
      port: 8080,
      host: '127.0.0.1',
      databaseUrl: undefined,
      dataDir: join(root, '.data'),
      files: 'folder',
      registryFile: join(root, 'registry/registry.json'),
      packagesDir: join(root, 'registry/packages'),
      sliderCheck: true,
      trialOrigins: [],
      demo: true,
      demoOrders: 2_000,
      metricsPort: 9464,
      metricsHost: '127.0.0.1',
      trustProxy: 'loopback',
      ipCityHeader: null,
      stopNoticeMs: 300,
      logLevel: 'info',
      sandbox: true,
    });
  });

  test('with a database of one’s own there is no demo data unless requested', () => {
    const DATABASE_URL = 'postgres://kituo:secret@db.example:5432/kituo';
    expect(readSettings({ DATABASE_URL }).demo).toBe(false);
    expect(readSettings({ DATABASE_URL, KITUO_DEMO: 'on' }).demo).toBe(true);
  });

  test('an empty value counts as not given', () => {
    expect(readSettings({ PORT: '', KITUO_SLIDER_CHECK: ' ' })).toMatchObject({
      port: 8080,
      sliderCheck: true,
      trialOrigins: [],
    });
  });
});

describe('values', () => {
  test.each([
    ['on', true],
    ['OFF', false],
    ['1', true],
    ['no', false],
  ])('KITUO_SLIDER_CHECK=%s', (text, expected) => {
    expect(readSettings({ KITUO_SLIDER_CHECK: text }).sliderCheck).toBe(expected);
  });

  test('relative paths start at the project, absolute ones stay', () => {
    expect(readSettings({ KITUO_DATA: 'elsewhere' }).dataDir).toBe(join(root, 'elsewhere'));
    expect(readSettings({ KITUO_DATA: '/srv/kituo' }).dataDir).toBe('/srv/kituo');
    expect(isAbsolute(readSettings({}).registryFile)).toBe(true);
  });

  test.each(['::1', '0.0.0.0', 'kituo.internal', 'fe80::1%eth0'])('HOST=%s', (host) => {
    expect(readSettings({ HOST: host }).host).toBe(host);
  });
});

describe('what cannot be used', () => {
  test('all errors come at once, each with name, found and expected', () => {
    const error = problemsOf({
      PORT: '80800',
      HOST: 'http://here',
      DATABASE_URL: 'mysql://root:hunter2@db/x',
      KITUO_SLIDER_CHECK: 'maybe',
      METRICS_PORT: '9x',
      LOG_LEVEL: 'loud',
    });
    expect(error.problems.map((problem) => problem.name).sort()).toEqual([
      'DATABASE_URL',
      'HOST',
      'KITUO_SLIDER_CHECK',
      'LOG_LEVEL',
      'METRICS_PORT',
      'PORT',
    ]);
    for (const { name, found, expected } of error.problems) {
      expect(error.message).toContain(`${name}: found ${found}, expected ${expected}`);
    }
  });

  test.each([
    'mysql://root:hunter2@db/x',
    'mysql://root:hunt@er2:hunter2@db/x',
    'mysql://root:a/hunter2/b@db/x',
    'root:hunter2:er2@db/x',
  ])('no part of a password is repeated: %s', (DATABASE_URL) => {
    const { message } = problemsOf({ DATABASE_URL });
    expect(message).toContain('root:…@db/x');
    expect(message).not.toMatch(/hunt|er2/);
  });

  test.each(['-1', '65536', '80.5', '0x50', 'http'])('PORT=%s', (port) => {
    expect(problemsOf({ PORT: port }).problems[0]).toEqual({
      name: 'PORT',
      found: `"${port}"`,
      expected: 'a whole number from 0 to 65535',
    });
  });

  test('site and metrics cannot share a port', () => {
    expect(problemsOf({ PORT: '9464' }).message).toContain('another port than PORT');
  });

  test('a folder where a file should be, a file where a folder should', () => {
    const file = join(root, 'package.json');
    const { problems } = problemsOf({
      KITUO_DATA: file,
      KITUO_PACKAGES: join(file, 'packages'),
      KITUO_REGISTRY: 'registry',
    });
    expect(problems.map(({ name, expected }) => [name, expected])).toEqual([
      ['KITUO_DATA', 'a folder'],
      ['KITUO_REGISTRY', 'a file'],
      ['KITUO_PACKAGES', 'a folder'],
    ]);
  });

  test.runIf(process.platform === 'linux')('a folder that nobody can make', () => {
    const { problems } = problemsOf({ KITUO_DATA: '/proc/kituo/data' });
    expect(problems).toEqual([{ name: 'KITUO_DATA', found: '"/proc/kituo/data"', expected: 'a folder' }]);
  });

  test('a database address needs a database', () => {
    expect(problemsOf({ DATABASE_URL: 'postgres://localhost' }).problems).toHaveLength(1);
  });
});

test('a key is taken as 64 hex digits; a wrong one is not printed', () => {
  const key = 'ab'.repeat(32);
  expect(readSettings({ KITUO_SECRET_KEY: key }).secretKey).toBe(key);
  const { message } = problemsOf({ KITUO_SECRET_KEY: 'my-secret' });
  expect(message).toMatch(/KITUO_SECRET_KEY: found 9 characters, expected 64 hex digits/);
  expect(message).not.toContain('my-secret');
});

test('files in S3 ask for a store, and no key of it is printed', () => {
  const own = { DATABASE_URL: 'postgres://kituo:secret@db.example:5432/kituo' };
  const store = {
    S3_URL: 'https://s3.eu-west-1.amazonaws.com',
    S3_REGION: 'eu-west-1',
    S3_BUCKET: 'kituo',
    S3_ACCESS_KEY_ID: 'AKIAEXAMPLE',
    S3_SECRET_ACCESS_KEY: 'hunter2-of-the-store',
  };
  expect(readSettings({ ...own, ...store, KITUO_FILES: 'S3' }).files).toBe('s3');
  // What is there and not chosen is a gateway that waits: files stay in the folder.
  expect(readSettings({ ...own, ...store }).files).toBe('folder');
  expect(readSettings({ KITUO_FILES: 's3' })).toMatchObject({ files: 's3', sandbox: true });
  expect(problemsOf({ ...own, KITUO_FILES: 's3' }).problems).toMatchObject([
    { name: 'KITUO_FILES', expected: expect.stringContaining('S3_SECRET_ACCESS_KEY') },
  ]);
  const { problems, message } = problemsOf({
    ...own,
    ...store,
    S3_BUCKET: '',
    KITUO_FILES: 'disk',
  });
  expect(problems.map(({ name }) => name)).toEqual(['KITUO_FILES', 'S3_BUCKET']);
  expect(message).not.toContain('hunter2');
});

test('origins of trials are whole, and told where they are not', () => {
  const origins = 'https://dev.example:4400, http://10.0.0.5:4400';
  expect(readSettings({ KITUO_TRIAL_ORIGINS: origins }).trialOrigins).toEqual([
    'https://dev.example:4400',
    'http://10.0.0.5:4400',
  ]);
  for (const wrong of ['https://dev.example/', 'dev.example', '*'])
    expect(() => readSettings({ KITUO_TRIAL_ORIGINS: wrong })).toThrow('KITUO_TRIAL_ORIGINS');
});

describe('proxies', () => {
  test.each(['10.0.0.0/8', 'loopback, 192.0.2.7', 'fd00::/8,uniquelocal'])('%s may speak for others', (text) => {
    expect(readSettings({ TRUST_PROXY: text }).trustProxy).toBe(text.replaceAll(' ', ''));
  });

  test.each(['on', 'true', '0.0.0.0/0', '10.0.0.0/33', 'proxy.example', '1', '*'])('%s is refused', (text) => {
    expect(problemsOf({ TRUST_PROXY: text }).problems.map(({ name }) => name)).toEqual(['TRUST_PROXY']);
  });
});
