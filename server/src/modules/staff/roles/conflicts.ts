/** Actions of a checker, as staff say it. */
const CHECKS = /^(audit|approve|check|confirm|decide)$/;
/** What `user:change:approve` decides: whoever holds both asks and agrees. */
const BY_CHANGE_APPROVE = new Set([
  'user:user:add',
  'user:user:update',
  'user:user:unfreeze',
  'user:user:batchUpdate',
  'user:dept:update',
  'user:role:add',
  'user:role:update',
  'user:role:delete',
  'user:role:sensitive',
  'user:menu:edit',
  'user:menu:dataRule',
]);
/** Looking is not making. */
const LOOKS = /^(page|query|export|view|detail|list|drill|download|listen|play|explain)$/;

export interface Conflict {
  readonly maker: string;
  readonly checker: string;
}

/** Pairs of codes by which one person could both make and check the same thing. */
export function conflictsOf(codes: Iterable<string>): Conflict[] {
  const held = [...codes].sort();
  const found: Conflict[] = [];
  for (const checker of held) {
    const [area, thing, action = ''] = checker.split(':');
    if (!CHECKS.test(action)) continue;
    for (const maker of held) {
      const [makerArea, makerThing, makerAction = ''] = maker.split(':');
      const isSameThing =
        makerArea === area && makerThing === thing && !CHECKS.test(makerAction) && !LOOKS.test(makerAction);
      const isChange = checker === 'user:change:approve' && BY_CHANGE_APPROVE.has(maker);
      if (isSameThing || isChange) found.push({ maker, checker });
    }
  }
  return found;
}
