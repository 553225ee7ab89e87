import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { version as reactVersion } from 'react';
import type { pluginAdmin, ReplyOf } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { CallBasics, Caller } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import {
  notePublished,
  publishersBeside,
  publishPackage,
  PublishRefusal,
  readPublishers,
  type PublishRules,
} from '../registry/index.ts';
import { readPublishProof, refusedKey, type PublishProof } from './publish-proof.ts';
import { receivePackage, type ReceivedPackage } from './receive-package.ts';

/** Of contributed sections: a page of ours costs 20 to 60 KB. */
const MAX_BUDGET_KB = 150;

type Published = ReplyOf<typeof pluginAdmin.publish>;

async function rulesOf({ services }: CallBasics): Promise<PublishRules> {
  const { place } = services.registry;
  const { publishersDir } = publishersBeside(place.file);
  return {
    publishers: publishersDir ? await readPublishers(publishersDir) : new Map(),
    today: new Date().toLocaleDateString('sv-SE', { timeZone: 'Africa/Nairobi' }),
    sdkVersion: place.sdkVersion,
    reactMajor: Number.parseInt(reactVersion, 10),
    sharedNames: new Set(Object.keys(services.host.manifest.shared)),
    maxBudgetKb: MAX_BUDGET_KB,
  };
}

/** A person sends a package. Its signature says whose it is. */
export async function publishAsPerson(call: CallBasics & { readonly caller: Caller }) {
  return await receiveAndPublish(call, await rulesOf(call), null);
}

/** A publisher's command sends one of its own; the key takes the place of a session. */
export async function publishWithKey(call: CallBasics): Promise<Published> {
  const rules = await rulesOf(call);
  const header = call.raw.request.headers['kituo-publisher'];
  const proof = readPublishProof(header, { ...rules, now: Date.now() });
  const { publisher } = proof;
  return await receiveAndPublish(call, { ...rules, publishers: new Map([[publisher.name, publisher]]) }, proof);
}

async function receiveAndPublish(
  call: CallBasics & { readonly caller?: Caller },
  rules: PublishRules,
  proof: PublishProof | null,
): Promise<Published> {
  const folder = join(call.services.settings.dataDir, 'incoming-packages');
  const received = await receivePackage(call.raw.request.body, folder);
  try {
    if (proof !== null && proof.bodyHash !== received.hash) throw refusedKey('other bytes came than were signed for');
    const published = await inTurn(() => takeIn(call, rules, received));
    await record(call, published, { received, keyId: proof?.keyId ?? null });
    return published;
  } finally {
    await received.discard();
  }
}

let last: Promise<unknown> = Promise.resolve();

/** An unpacked package takes 40 MB of memory: one after the other, however many come. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = last.then(work);
  last = mine.catch(() => undefined);
  return await mine;
}

async function takeIn({ services }: CallBasics, rules: PublishRules, { path }: ReceivedPackage): Promise<Published> {
  try {
    return await publishPackage(createReadStream(path), services.registry.place.packagesDir, rules);
  } catch (cause) {
    if (!(cause instanceof PublishRefusal)) throw cause;
    const facts = { reason: cause.reason, what: cause.message, mend: cause.mend };
    const name = cause.reason === 'exists' ? 'PLUGIN_VERSION_EXISTS' : 'PLUGIN_PACKAGE_REFUSED';
    throw new AppError(name, { facts, cause });
  }
}

/** Once for each version: also where the process ended between the files and their record. */
async function record(
  call: CallBasics & { readonly caller?: Caller },
  { name, version, publisher }: Published,
  { received, keyId }: { readonly received: ReceivedPackage; readonly keyId: string | null },
): Promise<void> {
  const { bytes, hash } = received;
  const isFirst = await call.db.transaction().execute(async (tx) => {
    const row = {
      plugin: name,
      pluginVersion: version,
      publisher,
      keyId,
      userNo: call.caller?.userNo ?? null,
      packageBytes: bytes,
      packageHash: hash,
    };
    const written = await tx
      .insertInto('pluginPackage')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (written.numInsertedOrUpdatedRows !== 1n) return false;
    await writeAudit(tx, call, {
      action: 'operation:plugin:publish',
      subjectType: 'plugin',
      subjectNo: name,
      after: { version, publisher, keyId, packageBytes: bytes, packageHash: hash },
    });
    return true;
  });
  if (!isFirst) return;
  const by = call.caller?.userName ?? `${publisher} (${keyId})`;
  await notePublished(call.services.registry.place, { plugin: name, version, by });
}
