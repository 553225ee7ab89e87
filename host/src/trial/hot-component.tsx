import { useValue } from '@kituo/sdk';
import { Component, type ComponentType, type ReactNode } from 'react';
import { BehaviorSubject } from 'rxjs';

type Draw = (props: object) => ReactNode;

/** Which hooks a component calls, in their order: with another list, its state cannot be kept. */
function hooksOf(draw: Draw): string {
  return [...String(draw).matchAll(/\buse[A-Z]\w*(?=\)?\s*\()/g)].join(' ');
}

const isFunction = (component: unknown): component is Draw =>
  typeof component === 'function' && !('isReactComponent' in Object(component.prototype));

interface Family {
  draw: Draw;
  hooks: string;
  /** Calls the newest code; another one only where the hooks are others. */
  Inner: ComponentType;
  readonly Outer: ComponentType;
}

/**
 * Components that keep their state when their code is replaced. React's own refresh needs its development build, which
 * the console does not run on; but a function that calls the newest code within one component keeps every state that
 * the hooks hold, as long as they are called in the same order.
 */
export class HotComponents {
  readonly #families = new Map<string, Family>();
  readonly #generation = new BehaviorSubject(0);

  /** The component to draw in the place of one that was loaded; the same one for an id, whatever its code is. */
  dress(id: string, component: ComponentType): ComponentType {
    if (!isFunction(component)) return component;
    const hooks = hooksOf(component);
    const known = this.#families.get(id);
    if (known === undefined) return this.#begin(id, component, hooks).Outer;
    known.draw = component;
    if (known.hooks !== hooks) {
      known.hooks = hooks;
      known.Inner = innerOf(known);
    }
    return known.Outer;
  }

  /** Draws everything again that stands on screen. */
  redraw(): void {
    this.#generation.next(this.#generation.value + 1);
  }

  #begin(id: string, draw: Draw, hooks: string): Family {
    const generation = this.#generation;
    const family: Family = {
      draw,
      hooks,
      Inner: () => null,
      Outer: function Hot(props: object) {
        const { Inner } = family;
        return (
          <HotBoundary generation={useValue(generation)}>
            <Inner {...props} />
          </HotBoundary>
        );
      },
    };
    family.Inner = innerOf(family);
    this.#families.set(id, family);
    return family;
  }
}

function innerOf(family: Family): ComponentType {
  return function HotCode(props: object) {
    return family.draw(props);
  };
}

interface BoundaryProps {
  readonly generation: number;
  readonly children: ReactNode;
}

interface Caught {
  readonly message: string;
  readonly generation: number;
}

/** Shows what a page on trial threw, until the next build is there. */
class HotBoundary extends Component<BoundaryProps, { caught: Caught | null }> {
  override state: { caught: Caught | null } = { caught: null };

  override componentDidCatch(error: unknown): void {
    globalThis.console.error('Kituo: a page on trial threw', error);
    const message = error instanceof Error ? error.message : String(error);
    this.setState({ caught: { message, generation: this.props.generation } });
  }

  static getDerivedStateFromError(error: unknown): { caught: Caught } {
    // Which build threw is known a moment later.
    return { caught: { message: String(error), generation: Number.MAX_SAFE_INTEGER } };
  }

  override render(): ReactNode {
    const { caught } = this.state;
    if (caught === null || caught.generation < this.props.generation) return this.props.children;
    return (
      <p className="k-fault" role="alert">
        {caught.message}
      </p>
    );
  }
}
