import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { useI18n } from '../language.ts'
import { afterPaint } from './after-paint.ts'
import { Backdrop } from './backdrop.tsx'
import { IconButton } from './button.tsx'
import { cx } from './class-names.ts'
import { type Guard, useGuardedClosing } from './guarded-closing.ts'
import { QuestionDialog } from './question-dialog.tsx'
import { useReturnFocus } from './return-focus.ts'
import { toastsBelow } from './toast.tsx'
import { useVisibleViewport } from './visible-viewport.ts'

const sizes = {
  sm: 'md:max-w-md',
  md: 'md:max-w-xl',
  lg: 'md:max-w-3xl',
  /** Two columns, on screens that have the room for them. */
  xl: 'md:max-w-2xl lg:h-[min(88dvh,56rem)] lg:max-w-6xl',
}

/**
 * A dialog; on phones a sheet of full height. Load it lazily: it brings its library along.
 *
 * `askBeforeClose` is called before Escape, the backdrop, the close button, the browser's buttons or a link elsewhere
 * lose typed text. It is not called when the program closes the dialog. Without `onClose` nobody can close it. A footer
 * that closes the dialog is a function, which gets how to. With `head`, the dialog has that in place of its title, and
 * the children lay out and scroll all of the rest: one of them is a `DialogTitle`, one has the attribute
 * `data-dialog-part` and takes the focus.
 */
export function Dialog({
  open,
  onClose,
  title,
  description,
  head,
  children,
  footer,
  size = 'md',
  askBeforeClose,
  closesOnBack = false,
}: {
  open: boolean
  onClose?: () => void
  title: string
  description?: ReactNode
  head?: ReactNode
  children: ReactNode
  footer?: ReactNode | ((requestClose: () => void) => ReactNode)
  size?: keyof typeof sizes
  askBeforeClose?: Guard['askBeforeClose']
  closesOnBack?: boolean
}) {
  const { question, answer, requestClose } = useGuardedClosing({ open, onClose, askBeforeClose, closesOnBack })
  const returnFocus = useReturnFocus(open)
  useVisibleViewport()
  const i18n = useI18n()

  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && requestClose()}>
      {/* Without a container Radix would look for the body, and draw all of the dialog within that task. */}
      <Radix.Portal container={document.body}>
        <Backdrop open={open} className="z-40 data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <Radix.Content
          // Without a description there is no element for the attribute to point to.
          {...(description ? {} : { 'aria-describedby': undefined })}
          {...returnFocus}
          onOpenAutoFocus={head ? focusPart : focusFirst}
          className={cx(
            'pointer-events-auto fixed inset-x-(--notch) top-(--viewport-top,0px) bottom-(--viewport-bottom,0px) z-50 flex flex-col bg-surface data-[state=closed]:animate-grow-out data-[state=open]:animate-grow-in',
            'md:inset-auto md:top-1/2 md:left-1/2 md:max-h-[min(88dvh,56rem)] md:w-[calc(100%-3rem-2*var(--notch))] md:-translate-x-1/2 md:-translate-y-1/2 md:rounded-card md:shadow-float forced-colors:border',
            sizes[size],
            !head && 'tiny:block tiny:overflow-y-auto tiny:overscroll-contain',
          )}
        >
          {head ? (
            <>
              {head}
              {children}
            </>
          ) : (
            <>
              <Header title={title} description={description} hasCloseButton={onClose !== undefined} />
              <div
                data-dialog-part
                className={cx(
                  'min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pt-4 tiny:overflow-visible md:px-6',
                  footer ? 'pb-4' : 'pb-6',
                )}
              >
                {children}
              </div>
            </>
          )}
          {footer && <Footer>{typeof footer === 'function' ? footer(requestClose) : footer}</Footer>}
          {onClose && (
            <IconButton
              label={i18n.t('Close')}
              onClick={requestClose}
              className={cx(
                'absolute top-1.5 inset-e-2 md:inset-e-3',
                head ? 'lg:top-2.25 lg:touch:top-1' : 'md:top-4 md:touch:top-2.5',
              )}
            >
              <X aria-hidden="true" className="size-4.5" />
            </IconButton>
          )}
          {question && <QuestionDialog question={question} onAnswer={answer} />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** The title of a dialog with a `head`. */
export const DialogTitle = Radix.Title

const Header = ({
  title,
  description,
  hasCloseButton,
}: {
  title: string
  description: ReactNode
  hasCloseButton: boolean
}) => (
  <header
    ref={toastsBelow}
    className={cx(
      'border-line border-b px-4 py-4 md:border-0 md:px-6 md:pt-5 md:pb-1',
      hasCloseButton && 'pe-14 md:pe-14',
    )}
  >
    <Radix.Title dir="auto" className="break-words font-semibold text-lg">
      {title}
    </Radix.Title>
    {description && <Radix.Description className="mt-0.5 text-muted wrap-anywhere">{description}</Radix.Description>}
  </header>
)

const Footer = ({ children }: { children: ReactNode }) => (
  <footer
    data-dialog-part
    className="flex flex-wrap items-center justify-end gap-2 border-line border-t px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:px-6"
  >
    {children}
  </footer>
)

/** Focuses the first field or button, else the dialog. It selects no text, because the next key would overwrite it. */
function focusFirst(event: Event) {
  const content = event.currentTarget as HTMLElement
  const focusable = ':is(input, select, textarea, button, a[href]):not(:disabled, [tabindex="-1"], [type="hidden"])'
  event.preventDefault()
  const first = [...content.querySelectorAll<HTMLElement>(`[data-dialog-part] ${focusable}`)].find(
    (element) =>
      // `checkVisibility` would say it, which Safari has since 17.4.
      element.getClientRects().length > 0,
  )
  const target = first ?? content
  target.focus({ preventScroll: true })
}

/**
 * Focuses the part that scrolls, so that the keys scroll it, and none of its buttons is pressed by a key that repeats.
 * It does so once the dialog is painted: to focus something lays out the page, within the task that draws the dialog.
 */
function focusPart(event: Event) {
  const content = event.currentTarget as HTMLElement
  event.preventDefault()
  afterPaint(() => {
    // A dialog closed meanwhile has given the focus back already.
    if (content.dataset.state === 'closed' || content.contains(document.activeElement)) return
    const part = content.querySelector<HTMLElement>('[data-dialog-part]') ?? content
    part.focus({ preventScroll: true })
  })
}
