import * as z from 'zod/mini';

/** The configuration's key. */
export const LINK_HOSTS_KEY = 'operation.linkHosts';

/** `kituo.example`: also for what is below it, as app.kituo.example. */
const host = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.regex(/^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/, 'A host, e.g. app.kituo.example'),
  );

/** Where links of acquisition channels may lead. Without any, every https address. */
export const linkHosts = z.strictObject({ hosts: z.array(host).check(z.maxLength(100, 'At most 100')) });
export type LinkHosts = z.output<typeof linkHosts>;

/** Whether an address leads to one of the hosts, or below it. */
export function leadsTo(hosts: readonly string[], address: string): boolean {
  const { hostname } = new URL(address);
  return hosts.length === 0 || hosts.some((one) => hostname === one || hostname.endsWith(`.${one}`));
}
