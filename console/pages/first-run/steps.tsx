import { Icon } from '../../ui/icon.tsx';

const STEPS = ['Add your content', 'Watch it being read', 'Try it'] as const;

/** @param current from 1 */
export function Steps({ current }: { readonly current: 1 | 2 | 3 }) {
  return (
    <ol class="run-steps" aria-label="Steps">
      {STEPS.map((step, index) => (
        <li
          key={step}
          class={index + 1 < current ? 'done' : ''}
          aria-current={index + 1 === current ? 'step' : undefined}
        >
          <span class="step-number" aria-hidden="true">
            {index + 1 < current ? <Icon name="check" /> : index + 1}
          </span>
          <span class="step-name">{step}</span>
        </li>
      ))}
    </ol>
  );
}
