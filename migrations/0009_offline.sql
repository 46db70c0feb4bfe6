CREATE TABLE "done_once" (
	"user_id" uuid NOT NULL,
	"key" varchar(64) NOT NULL,
	"request" text NOT NULL,
	"reply" text,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "done_once_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
ALTER TABLE "clock_sessions" ADD COLUMN "started_offline" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "clock_sessions" ADD COLUMN "ended_offline" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "done_once_time" ON "done_once" USING btree ("created_at");