import { DEFAULT_SETTINGS } from '../contracts/staff/default-settings.ts';
import type { Bootstrap, SessionUser } from '../contracts/staff/bootstrap.ts';

/** A member of staff for tests; `part` replaces what matters. */
export function fakeUser(part: Partial<SessionUser> = {}): SessionUser {
  return {
    userNo: 'U0001',
    userName: 'tester',
    realName: 'Wanjiru Test',
    deptName: 'Head office',
    isDesensitization: 0,
    roles: [{ roleNo: 'R01', roleName: 'Tester' }],
    merchants: [{ merchantNo: 'M001', merchantName: 'Kituo Credit' }],
    mfaBound: false,
    ...part,
  };
}

/** A bootstrap for tests; `part` replaces what matters. */
export function fakeBootstrap(part: Partial<Bootstrap> = {}): Bootstrap {
  return {
    sessionId: 'session-fake',
    user: fakeUser(),
    isUpdatePasswordStatus: false,
    menus: [],
    perms: [],
    fullPaths: ['/admincontent/home', '/admincontent/warningnotify'],
    settings: DEFAULT_SETTINGS,
    languages: ['en', 'zh', 'ke'].map((languageCode, index) => ({
      languageCode,
      languageName: languageCode,
      baseCode: languageCode === 'ke' ? 'en' : null,
      sort: index + 1,
      flag: null,
      isDefault: languageCode === 'en',
    })),
    companyCode: '14',
    callSystemChannel: null,
    mayOverride: false,
    registry: { revision: 'fake', plugins: [] },
    ...part,
  };
}
