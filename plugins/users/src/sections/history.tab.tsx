import { Failed, useText } from '@kituo/sdk';
import { pluginOperate, type RegistryFile } from '@kituo/sdk/contracts';
import { Timeline, useDetail } from '@kituo/sdk/page';

type Entry = RegistryFile['plugins'][string];

/** Who changed the section in the registry, the newest first. */
export function HistoryTab({ plugin }: { readonly plugin: string }) {
  const t = useText();
  const history = useDetail(pluginOperate.history, { plugin });
  if (history.error !== null) return <Failed error={history.error} onRetry={history.refresh} />;
  if (history.data === null) return <p className="kp-muted">{t('sections.reading')}</p>;
  if (history.data.length === 0) return <p className="kp-muted">{t('sections.noHistory')}</p>;
  const inWords = (entry: Entry | null): string => {
    if (entry === null) return t('sections.nothing');
    const { version, enabled, rollout } = entry;
    const stable = enabled ? version : t('sections.versionOff', { version });
    if (!rollout) return stable;
    const { percent = 100 } = rollout;
    return t('sections.versions', { stable, version: rollout.version, percent });
  };
  return (
    <Timeline
      label={t('tab.sectionHistory')}
      entries={history.data.map(({ at, by, action, before, after }) => {
        // `publish 1.0.0`
        const [did = '', version = ''] = action.split(' ');
        return {
          id: `${at} ${action}`,
          at,
          title: t(`sections.did.${did}`, { version }),
          who: did === 'auto' ? null : by,
          text:
            did === 'publish'
              ? t('sections.publishedText')
              : `${inWords(before)} → ${inWords(after)}`,
          tone: did === 'auto' ? 'attention' : 'waiting',
        };
      })}
    />
  );
}
