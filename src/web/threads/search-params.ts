import { readAddress, rowId } from '../components/addresses/address-values.ts'
import { useAddress } from '../ui/address.ts'
import { useAddressDialog } from '../ui/address-dialog.ts'

/** The screen's part of the address. */
export interface ThreadSearch {
  /** The thread that is open. */
  thread?: number
}

const readSearch = readAddress<ThreadSearch>({ thread: rowId })
const closed = { thread: undefined }

/** The open thread, and the way back to the list. */
export function useThreadSearch() {
  const { thread } = useAddress(readSearch)
  const { close } = useAddressDialog(closed)
  return { thread, close }
}
