import { useNavigate } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useViewer } from '../api/viewer.ts'
import { useI18n } from '../language.ts'
import { storedText } from '../store.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Mark } from '../ui/mark.tsx'

const KEY = 'muster.welcomed'
const forGood = storedText(KEY)
const forNow = storedText(KEY, 'sessionStorage')

/** Greets the person in development until they dismiss it. "Maybe later" hides it in this tab. */
export function WelcomeBanner() {
  const { firstName } = useViewer()
  const navigate = useNavigate()
  const i18n = useI18n()
  const [shown, setShown] = useState(() => forGood.get() === null && forNow.get() === null)
  if (!shown) return null
  const dismiss = (stored: typeof forGood) => {
    stored.set('yes')
    setShown(false)
  }
  return (
    <section
      aria-label={i18n.t('Welcome')}
      className="mx-3.5 mt-3 flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 rounded-card bg-accent-soft py-2.5 pe-2 ps-4 md:mx-6 md:mt-5"
    >
      <Mark className="size-6 shrink-0 text-accent" />
      <div className="min-w-48 flex-1">
        <p className="font-semibold">{i18n.t('Welcome to Muster, {name}', { name: firstName })}</p>
        <p className="text-muted text-sm">
          {i18n.t("Your team's tasks are all on the board. Drag a card to move it on.")}
        </p>
      </div>
      <div className="ms-auto flex items-center gap-1">
        <Button variant="ghost" onClick={() => dismiss(forNow)}>
          {i18n.t('Maybe later')}
        </Button>
        <Button
          variant="primary"
          onClick={() => {
            dismiss(forGood)
            void navigate({ to: '/tasks' })
          }}
        >
          {i18n.t("Let's go!")}
        </Button>
        <IconButton label={i18n.t('Close')} onClick={() => dismiss(forGood)}>
          <X aria-hidden="true" className="size-4" />
        </IconButton>
      </div>
    </section>
  )
}
