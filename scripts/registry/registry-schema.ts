import * as z from 'zod/mini';
import { registryFile } from '../../sdk/src/contracts/plugins/registry-file.ts';
import { publisherFile } from '../../server/src/modules/plugins/registry/publishing/publishers.ts';
import { formattedJson } from './formatted-json.ts';
import { describe, type SchemaNode } from './schema-sentences.ts';

/** What an editor shows beside a field of `registry.json`, by its path; `*` is any plugin. */
const REGISTRY: Readonly<Record<string, string>> = {
  limits: 'When a rollout is rolled back automatically. What is not named is the default: 20 %, 20 openings, 3 people.',
  'limits.failedPercent': 'More failed openings than this, in per cent.',
  'limits.minOpens': 'Of at least so many openings.',
  'limits.minUsers': 'For at least so many people: 1 lets a single browser end a rollout.',
  plugins: 'Which sections run, by name.',
  'plugins.*.enabled': 'Off takes it out of everybody’s menu at once.',
  'plugins.*.version': 'The version everybody gets: a folder below packages/<plugin>/.',
  'plugins.*.grants':
    'What a section of another publisher may do, of what its plugin.json asks for. What is not named is refused.',
  'plugins.*.grants.api': 'API families, as beginnings of their paths: user/warning/. As narrow as it needs.',
  'plugins.*.grants.clipboard': 'It may copy to the clipboard.',
  'plugins.*.grants.download': 'It may hand files to the person, who agrees to each.',
  'plugins.*.grants.backend': 'The address of the publisher’s own service: https://visits.example.',
  'plugins.*.rollout': 'The version that some get in place of it.',
  'plugins.*.rollout.version': 'Another folder below packages/<plugin>/.',
  'plugins.*.rollout.percent': 'The share of those whom roles and merchants name; 100 unless said otherwise.',
  'plugins.*.rollout.roles': 'Numbers or names of roles: R-005, Collector. None named: every role.',
  'plugins.*.rollout.merchants': 'Numbers of merchants: M0001. None named: every merchant.',
};

/** The same of `publishers/<name>.json`. */
const PUBLISHER: Readonly<Record<string, string>> = {
  name: 'The publisher, as plugin.json names it: lower-case letters, digits and dashes.',
  firstParty: 'Of the company itself: its sections run in the page, everybody else’s in a frame.',
  keys: 'The public keys that it signs with. A package names its key; an old one stays for old packages.',
  'keys.id': 'What the private key’s file is called, without .pem.',
  'keys.publicKey': 'ed25519, as "kituo-plugin key" writes it: SubjectPublicKeyInfo in base64.',
  'keys.until': 'The last day (EAT) on which it signs: 2027-12-31.',
};

/** The JSON schema of `registry.json`, for editors; made from the schema the server checks with. */
export async function registrySchema(): Promise<string> {
  return await schemaOf(registryFile, 'Kituo plugin registry', REGISTRY);
}

/** The JSON schema of `publishers/<name>.json`. */
export async function publisherSchema(): Promise<string> {
  return await schemaOf(publisherFile, 'Kituo publisher', PUBLISHER);
}

async function schemaOf(
  checked: z.core.$ZodType,
  title: string,
  sentences: Readonly<Record<string, string>>,
): Promise<string> {
  const made = z.toJSONSchema(checked, { io: 'input', reused: 'inline' });
  const schema: SchemaNode = JSON.parse(JSON.stringify(made));
  describe(schema, sentences);
  return formattedJson({ title, ...schema });
}
