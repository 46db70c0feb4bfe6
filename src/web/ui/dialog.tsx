import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { useI18n } from '../language.ts'
import { Backdrop } from './backdrop.tsx'
import { IconButton } from './button.tsx'
import { cx } from './class-names.ts'
import { type Guard, useGuardedClosing } from './guarded-closing.ts'
import { QuestionDialog } from './question-dialog.tsx'
import { useReturnFocus } from './return-focus.ts'
import { toastsBelow } from './toast.tsx'

const sizes = { sm: 'md:max-w-md', md: 'md:max-w-xl', lg: 'md:max-w-3xl' }

/**
 * A dialog; on phones a sheet of full height. Load it lazily: it brings its library along.
 *
 * `askBeforeClose` is called before Escape, the backdrop, the close button, the browser's buttons or a link elsewhere lose what was
 * typed. It is not called when the program closes the dialog. Without `onClose` nobody can close it. A footer that closes the
 * dialog is a function, which gets how to.
 */
export function Dialog({
  open,
  onClose,
  title,
  description,
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
  children: ReactNode
  footer?: ReactNode | ((requestClose: () => void) => ReactNode)
  size?: keyof typeof sizes
  askBeforeClose?: Guard['askBeforeClose']
  closesOnBack?: boolean
}) {
  const { question, answer, requestClose } = useGuardedClosing({ open, onClose, askBeforeClose, closesOnBack })
  const returnFocus = useReturnFocus(open)
  const i18n = useI18n()

  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && requestClose()}>
      <Radix.Portal>
        <Backdrop open={open} className="z-40 data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <Radix.Content
          // Without a description there is no element for the attribute to point to.
          {...(description ? {} : { 'aria-describedby': undefined })}
          {...returnFocus}
          onOpenAutoFocus={focusFirst}
          className={cx(
            'fixed inset-0 z-50 flex flex-col bg-surface data-[state=closed]:animate-grow-out data-[state=open]:animate-grow-in',
            'md:inset-auto md:top-1/2 md:left-1/2 md:max-h-[min(88dvh,56rem)] md:w-[calc(100%-3rem)] md:-translate-x-1/2 md:-translate-y-1/2 md:rounded-card md:shadow-float forced-colors:border',
            sizes[size],
          )}
        >
          <Header title={title} description={description} hasCloseButton={onClose !== undefined} />
          <div
            data-dialog-part
            className={cx(
              'min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pt-4 md:px-6',
              footer ? 'pb-4' : 'pb-6',
            )}
          >
            {children}
          </div>
          {footer && <Footer>{typeof footer === 'function' ? footer(requestClose) : footer}</Footer>}
          {onClose && (
            <IconButton
              label={i18n.t('Close')}
              onClick={requestClose}
              className="absolute top-1.5 inset-e-2 md:top-4 md:inset-e-3 md:touch:top-2.5"
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
  const first = [...content.querySelectorAll<HTMLElement>(`[data-dialog-part] ${focusable}`)].find((element) =>
    element.checkVisibility(),
  )
  const target = first ?? content
  target.focus({ preventScroll: true })
}
