/** For tests that need what only the kernel of Linux has. */
export const itOnLinux = process.platform === 'linux' ? it : it.skip
