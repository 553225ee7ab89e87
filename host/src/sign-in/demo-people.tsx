import { call } from '@kituo/sdk';
import { auth, type ReplyOf } from '@kituo/sdk/contracts';
import { useEffect, useState } from 'react';
import { useText } from '../texts.ts';

/** The people of a demonstration, one click to sign in as each. Nothing anywhere else. */
export function DemoPeople(props: {
  readonly isBusy: boolean;
  readonly onChoose: (userName: string, password: string) => void;
}) {
  const t = useText();
  const [demo, setDemo] = useState<ReplyOf<typeof auth.demoPeople> | null>(null);
  useEffect(() => {
    // Signing in by hand works without them.
    call(auth.demoPeople, {}, { quiet: true, showLoading: false }).then(setDemo, () => undefined);
  }, []);
  if (demo === null || demo.people.length === 0) return null;
  return (
    <section className="k-demo" aria-labelledby="k-demo-title">
      <h2 id="k-demo-title">{t('signIn.demo')}</h2>
      <ul>
        {demo.people.map(({ userName, realName, deptName, roleName, remark }) => (
          <li key={userName}>
            <button
              type="button"
              className="k-demo-person"
              disabled={props.isBusy}
              onClick={() => props.onChoose(userName, demo.password)}
            >
              <b>{realName}</b>
              <span>{[roleName, deptName].filter(Boolean).join(' · ')}</span>
              <small>{remark}</small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
