import { Copy, Download, Printer } from 'lucide-react'
import { signInName } from '../../../shared/sign-in-name.ts'
import { useViewer } from '../../api/viewer.ts'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { toast, toastError } from '../../ui/toast.tsx'

/** The recovery codes of a person, which are shown this once, with ways to keep them. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const i18n = useI18n()
  const viewer = useViewer()
  const text = [i18n.t('Recovery codes for Muster'), signInName(viewer), '', ...codes, ''].join('\r\n')
  async function copy() {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      toast({ title: i18n.t('Copied') })
    } catch {
      toastError(i18n.t('The browser does not allow copying. Select the codes and copy them.'))
    }
  }
  return (
    <>
      <p className="text-pretty">
        {i18n.t(
          'With each of these codes you can sign in once, without your phone. Store them where only you can find them.',
        )}
      </p>
      <ul
        dir="ltr"
        aria-label={i18n.t('Recovery codes')}
        className="mt-3 grid gap-x-6 gap-y-1.5 rounded-card bg-sunken px-4 py-3 font-mono text-md sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code} className="select-all whitespace-nowrap">
            {code}
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2 print:hidden">
        <Button onClick={copy}>
          <Copy aria-hidden="true" className="size-4" />
          {i18n.t('Copy')}
        </Button>
        <Button onClick={() => download(text)}>
          <Download aria-hidden="true" className="size-4" />
          {i18n.t('Save as a file')}
        </Button>
        <Button onClick={() => print()}>
          <Printer aria-hidden="true" className="size-4" />
          {i18n.t('Print')}
        </Button>
      </div>
    </>
  )
}

function download(text: string) {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = address
  // untranslated: the name of a file
  link.download = 'muster-recovery-codes.txt'
  link.click()
  URL.revokeObjectURL(address)
}
