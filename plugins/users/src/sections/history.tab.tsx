import { useText } from '@kituo/sdk';
import { pluginOperate, type RegistryFile } from '@kituo/sdk/contracts';
import { Answered, Timeline, useDetail } from '@kituo/sdk/page';

type Entry = RegistryFile['plugins'][string];

/** Who changed the section in the registry, the newest first. */
export function HistoryTab({ plugin }: { readonly plugin: string }) {
  const t = useText();
  const history = useDetail(pluginOperate.history, { plugin });
  const inWords = (entry: Entry | null): string => {
    if (entry === null) return t('sections.nothing');
    const { version, enabled, rollout } = entry;
    const stable = enabled ? version : t('sections.versionOff', { version });
    if (!rollout) return stable;
    const { percent = 100 } = rollout;
    return t('sections.versions', { stable, version: rollout.version, percent });
  };
  return (
    <Answered detail={history}>
      {(changes) =>
        changes.length === 0 ? (
          <p className="kp-muted">{t('sections.noHistory')}</p>
        ) : (
          <Timeline
            label={t('tab.sectionHistory')}
            entries={changes.map(({ at, by, action, before, after }) => {
              // `publish 1.0.0`
              const [did = '', version = ''] = action.split(' ');
              return {
                id: `${at} ${action}`,
                at,
                title: t(`sections.did.${did}`, { version }),
                who: did === 'auto' ? null : by,
                text: did === 'publish' ? t('sections.publishedText') : `${inWords(before)} → ${inWords(after)}`,
                tone: did === 'auto' ? 'attention' : 'waiting',
              };
            })}
          />
        )
      }
    </Answered>
  );
}
