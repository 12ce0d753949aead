/** The tray of what stands beside the board. A phone shows it like the trays of the game. */
export const BESIDE = 'beside';
