import { Link } from '@tanstack/react-router'
import { SampleNote } from '../components/labels/sample-note.tsx'
import { useI18n } from '../language.ts'
import { Mark } from '../ui/mark.tsx'
import { useTitle } from '../ui/title.ts'

export function NotFoundPage() {
  const i18n = useI18n()
  useTitle(i18n.t('Page Not Found'))
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-3 p-6 text-center">
      <Mark className="mb-4 size-9 text-accent" />
      <h1 className="font-semibold text-2xl tracking-[-0.015em]">{i18n.t('Page Not Found')}</h1>
      <p className="max-w-xs text-pretty text-muted">
        {i18n.t('There is nothing at this address. It may have been moved or mistyped.')}
      </p>
      <Link
        to="/"
        className="mt-3 inline-flex h-11 items-center rounded-control bg-accent px-5 font-medium text-md text-on-accent hover:bg-accent-hover"
      >
        {i18n.t('Go to the start page')}
      </Link>
      <SampleNote className="mt-6" />
    </main>
  )
}
