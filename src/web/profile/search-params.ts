/** The profile's part of the address. */
export interface ProfileSearch {
  /** The dialog for a new password is open. */
  password?: true
}

export const validateProfileSearch = ({ password }: Record<string, unknown>): ProfileSearch =>
  password === true || password === 'true' ? { password: true } : {}
