import { describe, expect, it } from 'vitest';
import { afterSignIn, guard } from './guard.ts';
import { SECTION_CONTAINERS } from './routes.ts';

const users = '/admincontent/usersystem/usermanagement';
const signedIn = { hasToken: true, fullPaths: new Set([users]) };
const signedOut = { hasToken: false, fullPaths: new Set<string>() };

describe('guard', () => {
  it.each([
    ['/Login', signedOut, { kind: 'login' }],
    ['/login/', signedIn, { kind: 'login' }],
    ['/Index/Login', signedOut, { kind: 'redirect', to: '/Login' }],
    ['/', signedOut, { kind: 'redirect', to: '/Login' }],
    ['/nowhere', signedIn, { kind: 'redirect', to: '/Login' }],
    ['/AdminContentX/Home', signedIn, { kind: 'redirect', to: '/Login' }],
    ['/AdminContent', signedOut, { kind: 'logout' }],
    ['/AdminContent/Home', signedOut, { kind: 'logout' }],
    ['/AdminContent/Nowhere', signedOut, { kind: 'logout' }],
    ['/AdminContent', signedIn, { kind: 'redirect', to: '/AdminContent/Home' }],
    ['/AdminContent/', signedIn, { kind: 'redirect', to: '/AdminContent/Home' }],
    ['/AdminContent/Home', signedIn, { kind: 'page', key: '/admincontent/home' }],
    ['/admincontent/HOME/', signedIn, { kind: 'page', key: '/admincontent/home' }],
    ['/AdminContent/WarningNotify', signedIn, { kind: 'page', key: '/admincontent/warningnotify' }],
    [
      '/AdminContent/OrderDetailAudit/OrderDetail',
      signedIn,
      { kind: 'page', key: '/admincontent/orderdetailaudit/orderdetail' },
    ],
    [
      '/AdminContent/OrderDetailAudit/OrderAudit',
      signedIn,
      { kind: 'page', key: '/admincontent/orderdetailaudit/orderaudit' },
    ],
    ['/AdminContent/UserSystem/UserManagement', signedIn, { kind: 'page', key: users }],
    ['/AdminContent/UserSystem/RoleManagement', signedIn, { kind: 'refused', to: '/AdminContent/Home' }],
    ['/AdminContent/OrderDetail', signedIn, { kind: 'refused', to: '/AdminContent/Home' }],
  ] as const)('%s', (path, facts, verdict) => {
    expect(guard(path, facts)).toEqual(verdict);
  });

  it.each(SECTION_CONTAINERS)('leads the bare container %s to Home', (section) => {
    const verdict = guard(`/AdminContent/${section}`, signedIn);
    expect(verdict).toEqual({ kind: 'redirect', to: '/AdminContent/Home' });
  });
});

describe('afterSignIn', () => {
  it.each([
    [null, '/AdminContent/Home'],
    ['/AdminContent/UserSystem/UserManagement?page=2', '/AdminContent/UserSystem/UserManagement?page=2'],
    ['/AdminContent/UserSystem/RoleManagement', '/AdminContent/Home'],
    ['//evil.example/AdminContent/Home', '/AdminContent/Home'],
    ['https://evil.example/', '/AdminContent/Home'],
    ['/Login', '/AdminContent/Home'],
  ])('%s → %s', (askedFor, expected) => {
    expect(afterSignIn(askedFor, signedIn)).toBe(expected);
  });
});
