import type { ReactNode } from 'react';

/** A part of a drawer with its heading. */
export function Part(props: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h3 className="kp-section-title">{props.title}</h3>
      {props.children}
    </section>
  );
}
