import { Check, Minus } from 'lucide-react'
import { type Setup, setupSteps } from '../../shared/setup.ts'
import { useI18n } from '../language.ts'
import { cx } from '../ui/class-names.ts'
import { type SetupScreen, setupScreens } from './search-params.ts'
import { screenLabels, stepState } from './steps.ts'

/** The steps with how far each is. Any of them opens. */
export function SetupProgress({
  setup,
  screen,
  onChoose,
}: {
  setup: Setup
  screen: SetupScreen
  onChoose: (screen: SetupScreen) => void
}) {
  const i18n = useI18n()
  const at = setupScreens.indexOf(screen)
  return (
    <nav aria-label={i18n.t('Steps')}>
      <p className="mb-2 text-muted text-sm md:hidden">
        {screen === 'finish'
          ? i18n.t('What is left')
          : i18n.t('Step {number} of {count}', { number: at + 1, count: setupScreens.length - 1 })}
      </p>
      <ol className="grid grid-cols-5 gap-1.5 md:flex md:flex-col md:gap-0.5">
        {setupScreens.map((each) => (
          <li key={each} className="min-w-0">
            <button
              type="button"
              aria-current={each === screen ? 'step' : undefined}
              onClick={() => onChoose(each)}
              className={cx(
                'flex h-11 w-full items-center gap-3 rounded-control px-2 text-start font-medium text-muted transition-colors duration-120 hover:bg-hover hover:text-text max-md:justify-center',
                'aria-[current]:bg-accent-soft aria-[current]:font-semibold aria-[current]:text-accent forced-colors:aria-[current]:outline forced-colors:aria-[current]:-outline-offset-1',
              )}
            >
              <Marker screen={each} setup={setup} />
              <span className="min-w-0 max-md:sr-only">{i18n.t(screenLabels[each].label)}</span>
              <span className="sr-only">{stateWords(each, setup, i18n)}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** The end is done once nothing is open before it. `isFinished` alone also means that nobody wanted the guide. */
const stateOfScreen = (screen: SetupScreen, { steps, isFinished }: Setup) => {
  if (screen !== 'finish') return stepState(screen, steps)
  return isFinished && setupSteps.every((step) => stepState(step, steps) !== 'open') ? 'done' : 'open'
}

function stateWords(screen: SetupScreen, setup: Setup, i18n: ReturnType<typeof useI18n>) {
  const state = stateOfScreen(screen, setup)
  if (state === 'open') return ''
  return state === 'done' ? i18n.t('Done ##a step') : i18n.t('Skipped')
}

/** A tick for a finished step, a dash for a skipped one, else the step's icon. */
function Marker({ screen, setup }: { screen: SetupScreen; setup: Setup }) {
  const state = stateOfScreen(screen, setup)
  const { icon: Own } = screenLabels[screen]
  const Icon = state === 'done' ? Check : state === 'skipped' ? Minus : Own
  return (
    <span
      aria-hidden="true"
      className={cx(
        'grid size-7 shrink-0 place-items-center rounded-full',
        state === 'done' ? 'bg-accent text-on-accent' : 'bg-sunken text-current',
      )}
    >
      <Icon className={cx('size-4', state === 'done' && 'stroke-3!')} />
    </span>
  )
}
