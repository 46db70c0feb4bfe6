ALTER TABLE "clock_sessions" ADD COLUMN "corrected_by" uuid;--> statement-breakpoint
ALTER TABLE "clock_sessions" ADD COLUMN "corrected_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "clock_sessions" ADD COLUMN "correction_reason" text;--> statement-breakpoint
ALTER TABLE "clock_sessions" ADD CONSTRAINT "clock_sessions_corrected_by_users_id_fk" FOREIGN KEY ("corrected_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clock_sessions" ADD CONSTRAINT "clock_sessions_correction" CHECK (("clock_sessions"."corrected_by" is null) = ("clock_sessions"."corrected_at" is null));