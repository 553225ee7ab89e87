import { AppError } from '../../../http/app-error.ts';

/** The developer's own machine, at any port. */
const LOCAL_HOSTS: readonly string[] = ['localhost', '127.0.0.1'];

/**
 * The origin of a dev server, in the one form that a browser compares: `http://localhost:4400`.
 * @param named further origins that the operator allows, whole.
 * @throws AppError PLUGIN_OVERRIDE_ORIGIN
 */
export function trialOrigin(text: string, named: readonly string[]): string {
  const refused = new AppError('PLUGIN_OVERRIDE_ORIGIN', {
    facts: { allowed: [...LOCAL_HOSTS, ...named].join(', ') },
    fields: ['origin'],
  });
  if (!URL.canParse(text)) throw refused;
  const url = new URL(text);
  const isBare =
    url.username === '' && url.password === '' && url.pathname === '/' && url.search === '' && url.hash === '';
  if (!isBare || !['http:', 'https:'].includes(url.protocol)) throw refused;
  if (!LOCAL_HOSTS.includes(url.hostname) && !named.includes(url.origin)) throw refused;
  return url.origin;
}

/**
 * The address of a service that a dev server names, with its base path. On this machine only where the dev server is
 * on it, too: who tries a plugin from elsewhere reaches nothing of the server's own.
 * @throws AppError PLUGIN_OVERRIDE_SERVICE
 */
export function trialService(text: string, origin: string, named: readonly string[]): string {
  const local = LOCAL_HOSTS.includes(new URL(origin).hostname) ? LOCAL_HOSTS : [];
  const refused = new AppError('PLUGIN_OVERRIDE_SERVICE', { facts: { allowed: [...local, ...named].join(', ') } });
  if (!URL.canParse(text)) throw refused;
  const url = new URL(text);
  const isBare = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (!isBare || !['http:', 'https:'].includes(url.protocol)) throw refused;
  if (!local.includes(url.hostname) && !named.includes(url.origin)) throw refused;
  return url.origin + url.pathname;
}
