import { BookOpen, ChartColumn, type LucideIcon, SquareCheckBig } from 'lucide-react'
import { useState } from 'react'
import { deployment } from '../api/deployment.ts'
import { setViewer } from '../api/viewer.ts'
import { Button } from '../ui/button.tsx'
import { Mark } from '../ui/mark.tsx'
import { useTitle } from '../ui/title.ts'
import { SampleAccounts } from './sample-accounts.tsx'
import { SignInForm } from './sign-in-form.tsx'

const features: [LucideIcon, string][] = [
  [SquareCheckBig, 'Tasks'],
  [BookOpen, 'SOPs'],
  [ChartColumn, 'Analytics'],
]

/** What a visitor sees at every address: the address itself stays, and opens after the sign-in. */
export function LoginPage() {
  useTitle('Sign in')
  return (
    <div className="grid min-h-dvh lg:grid-cols-2">
      <Welcome />
      <main className="flex flex-col items-center justify-center gap-8 px-4 py-10 sm:px-8">
        <div className="my-auto w-full max-w-100">
          <LoginCard />
        </div>
        <footer className="text-muted text-sm">Built by the Muster team</footer>
      </main>
    </div>
  )
}

const Welcome = () => (
  <header className="relative flex flex-col overflow-hidden bg-brand px-6 py-8 text-on-brand lg:justify-between lg:p-12 xl:p-16">
    <Mark className="-right-24 -bottom-40 pointer-events-none absolute hidden size-136 text-on-brand/5 lg:block" />
    <h1 className="flex items-center gap-3 font-semibold text-2xl tracking-[-0.015em]">
      <Mark className="size-8" />
      Muster
    </h1>
    <div className="relative mt-6 max-w-md lg:mt-0">
      <p className="text-balance font-semibold text-3xl tracking-[-0.02em] lg:text-[2.5rem] lg:leading-[1.1]">
        Streamline Your Team's Workflow
      </p>
      <p className="mt-3 text-pretty text-lg text-on-brand/80 lg:mt-5">
        Comprehensive task management with SOPs, time tracking, and analytics built for professional teams
      </p>
    </div>
    <ul className="relative mt-6 flex flex-wrap gap-x-6 gap-y-3 lg:mt-0">
      {features.map(([Icon, label]) => (
        <li key={label} className="flex items-center gap-2.5 font-medium text-md">
          <span className="grid size-9 place-items-center rounded-control bg-on-brand/10">
            <Icon aria-hidden="true" className="size-4.5" />
          </span>
          {label}
        </li>
      ))}
    </ul>
  </header>
)

function LoginCard() {
  const [forgotten, setForgotten] = useState(false)
  const [filled, setFilled] = useState({ email: '', password: '' })
  if (forgotten) {
    return (
      <Card title="Forgot password?" subtitle="Ask an administrator to set a new password for you">
        <Button size="lg" autoFocus className="w-full" onClick={() => setForgotten(false)}>
          Back to sign in
        </Button>
      </Card>
    )
  }
  return (
    <>
      <Card title="Welcome back" subtitle="Enter your credentials to access your account">
        <SignInForm key={filled.email} {...filled} onSignedIn={setViewer}>
          <button
            type="button"
            onClick={() => setForgotten(true)}
            className="-my-2 self-end rounded-sm py-1 font-medium text-accent text-sm hover:underline touch:-my-4 touch:py-3"
          >
            Forgot password?
          </button>
        </SignInForm>
      </Card>
      {deployment.sample && <SampleAccounts onChoose={setFilled} />}
    </>
  )
}

const Card = ({ title, subtitle, children }: { title: string; subtitle: string; children: React.ReactNode }) => (
  <section className="rounded-card border border-line bg-surface p-6 shadow-card sm:p-8">
    <h2 className="font-semibold text-2xl tracking-[-0.015em]">{title}</h2>
    <p className="mt-1 mb-6 text-muted">{subtitle}</p>
    {children}
  </section>
)
